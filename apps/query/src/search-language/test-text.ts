import { allOf, sql, text, type Sql } from '../statement/index.js';
import type { Test } from './expression.js';

/** Compares whole texts, byte by byte. */
export function compareText(value: Sql, test: Extract<Test, { kind: 'equals' | 'range' }>): Sql {
  if (test.kind === 'equals') return sql`${value} = ${text(test.value)}`;
  const { low, high } = test;
  return allOf([
    low && (low.inclusive ? sql`${value} >= ${text(low.value)}` : sql`${value} > ${text(low.value)}`),
    high && (high.inclusive ? sql`${value} <= ${text(high.value)}` : sql`${value} < ${text(high.value)}`),
  ]);
}

/** The whole text, with any characters where a wildcard stands. */
export function matchesWholePattern(value: Sql, parts: readonly string[]): Sql {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  const middle = others.filter((part) => part !== '');
  if (middle.length > 0) return sql`${value} LIKE ${text(parts.map(escapeLike).join('%'))}`;
  return allOf([
    first === '' ? undefined : sql`startsWith(${value}, ${text(first)})`,
    last === '' ? undefined : sql`endsWith(${value}, ${text(last)})`,
    // `ab*bc` is not in `abc`: the two ends may not share characters.
    first === '' || last === '' ? undefined : sql`length(${value}) >= length(${text(first + last)})`,
  ]);
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (character) => `\\${character}`);
}
