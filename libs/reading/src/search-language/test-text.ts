import { allOf, sql, stringParam, type Sql } from '../statement/index.js';
import type { Test } from './expression.js';

/** Compares whole strings, byte by byte. */
export function compareText(value: Sql, test: Extract<Test, { kind: 'equals' | 'range' }>): Sql {
  if (test.kind === 'equals') return sql`${value} = ${stringParam(test.value)}`;
  const { low, high } = test;
  return allOf([
    low && (low.inclusive ? sql`${value} >= ${stringParam(low.value)}` : sql`${value} > ${stringParam(low.value)}`),
    high && (high.inclusive ? sql`${value} <= ${stringParam(high.value)}` : sql`${value} < ${stringParam(high.value)}`),
  ]);
}

/** Matches the whole string, with any characters in place of a wildcard. */
export function matchesWholePattern(value: Sql, parts: readonly string[]): Sql {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  const middle = others.filter((part) => part !== '');
  if (middle.length > 0) return sql`${value} LIKE ${stringParam(parts.map(escapeLike).join('%'))}`;
  return allOf([
    first === '' ? undefined : sql`startsWith(${value}, ${stringParam(first)})`,
    last === '' ? undefined : sql`endsWith(${value}, ${stringParam(last)})`,
    // `abc` does not match `ab*bc`: the two ends may not share characters.
    first === '' || last === '' ? undefined : sql`length(${value}) >= length(${stringParam(first + last)})`,
  ]);
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (character) => `\\${character}`);
}
