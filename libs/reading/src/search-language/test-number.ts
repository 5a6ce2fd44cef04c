import { allOf, float64, sql, type Sql } from '../statement/index.js';
import type { Test } from './expression.js';

type Comparison = Extract<Test, { kind: 'equals' | 'range' }>;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Undefined if the string is not a finite number. */
export function parseNumber(value: string): number | undefined {
  const number = NUMBER.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

export function isNumeric(test: Comparison): boolean {
  const values = test.kind === 'equals' ? [test.value] : [test.low?.value, test.high?.value];
  return values.every((value) => value === undefined || parseNumber(value) !== undefined);
}

/** For numeric tests. */
export function compareNumber(value: Sql, test: Comparison): Sql {
  const number = (source: string): Sql => sql`${float64(parseNumber(source) ?? Number.NaN)}`;
  if (test.kind === 'equals') return sql`${value} = ${number(test.value)}`;
  const { low, high } = test;
  return allOf([
    low && (low.inclusive ? sql`${value} >= ${number(low.value)}` : sql`${value} > ${number(low.value)}`),
    high && (high.inclusive ? sql`${value} <= ${number(high.value)}` : sql`${value} < ${number(high.value)}`),
  ]);
}
