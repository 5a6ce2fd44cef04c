import type { Test } from '../expression.js';
import { parseNumber } from '../test-number.js';

type Comparison = Extract<Test, { kind: 'equals' | 'range' }>;

/** Compares whole strings as the engine does: by UTF-8 bytes, which is not the order of UTF-16. */
export function compareTexts(test: Comparison): (text: string) => boolean {
  if (test.kind === 'equals') return (text) => text === test.value;
  const { low, high } = test;
  const lowBytes = low && Buffer.from(low.value);
  const highBytes = high && Buffer.from(high.value);
  return (text) => {
    const bytes = Buffer.from(text);
    const isAbove = !lowBytes || isOrdered(lowBytes.compare(bytes), low.inclusive);
    return isAbove && (!highBytes || isOrdered(bytes.compare(highBytes), high.inclusive));
  };
}

const isOrdered = (order: number, inclusive: boolean): boolean => order < 0 || (inclusive && order === 0);

/** For numeric tests. */
export function compareNumbers(test: Comparison): (number: number) => boolean {
  const bound = (source: string): number => parseNumber(source) ?? Number.NaN;
  if (test.kind === 'equals') {
    const sought = bound(test.value);
    return (number) => number === sought;
  }
  const low = test.low && bound(test.low.value);
  const high = test.high && bound(test.high.value);
  return (number) =>
    (low === undefined || (test.low?.inclusive ? number >= low : number > low)) &&
    (high === undefined || (test.high?.inclusive ? number <= high : number < high));
}

/**
 * Matches the whole string, with any characters in place of a wildcard. One pass is enough, since the leftmost place of
 * a part is as good as any.
 */
export function matchesWholePattern(parts: readonly string[]): (text: string) => boolean {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let position = first.length;
    for (const part of others) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return position + last.length <= text.length;
  };
}
