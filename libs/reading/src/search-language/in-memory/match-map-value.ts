import type { Test } from '../expression.js';
import { isNumeric } from '../test-number.js';
import { compareNumbers, compareTexts, matchesWholePattern } from './compare.js';

/**
 * Whether the value of a key, undefined if the key is missing, passes the test; equivalent to the condition of
 * `testMapValue`.
 */
export function matchMapValue(test: Test): (value: string | undefined) => boolean {
  if (test.kind === 'exists') return (value) => value !== undefined;
  if (test.kind === 'range' && isNumeric(test)) {
    const matches = compareNumbers(test);
    return (value) => {
      const number = value === undefined ? undefined : engineNumber(value);
      return number !== undefined && matches(number);
    };
  }
  const matches = test.kind === 'pattern' ? matchesWholePattern(test.parts) : compareTexts(test);
  return (value) => value !== undefined && matches(value);
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NAMED = /^([+-]?)(inf|infinity|nan)$/i;

/** The number that the engine's toFloat64OrNull returns; undefined if that is null. */
export function engineNumber(value: string): number | undefined {
  if (DECIMAL.test(value)) return Number(value);
  const [, sign, name] = NAMED.exec(value) ?? [];
  if (name === undefined) return undefined;
  if (name.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? -Infinity : Infinity;
}
