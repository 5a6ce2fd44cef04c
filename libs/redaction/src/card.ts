import { digitRuns, type DigitGroup } from './digits.js';
import type { Spans } from './spans.js';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Maximum number of groups; more are a list of small numbers. */
const MAX_GROUPS = 8;

/** Finds payment cards of any issuer: 13 to 19 digits in complete groups that satisfy the Luhn checksum. */
export function findCards(text: string, spans: Spans): void {
  for (const run of digitRuns(text)) findInGroups(text, run, spans);
}

function findInGroups(text: string, groups: readonly DigitGroup[], spans: Spans): void {
  if (isDecimal(text, groups)) return;
  for (let first = 0; first < groups.length; first++) {
    const start = groups[first]?.start ?? 0;
    let digits = '';
    for (let last = first; last < Math.min(groups.length, first + MAX_GROUPS); last++) {
      const group = groups[last];
      if (!group || digits.length + group.end - group.start > MAX_DIGITS) break;
      digits += text.slice(group.start, group.end);
      if (digits.length >= MIN_DIGITS && isCard(digits)) spans.add(start, group.end);
    }
  }
}

/** Excludes decimal numbers such as `3.141592653589793`, where only the fraction is long. */
function isDecimal(text: string, [whole, fraction, more]: readonly DigitGroup[]): boolean {
  if (!whole || !fraction || more || text[whole.end] !== '.') return false;
  return whole.end - whole.start <= 3 && fraction.end - fraction.start >= 9;
}

/** Whether digits satisfy the Luhn checksum of cards. */
export function isCard(digits: string): boolean {
  let sum = 0;
  let isDoubled = false;
  let isZero = true;
  for (let i = digits.length - 1; i >= 0; i--, isDoubled = !isDoubled) {
    const digit = digits.charCodeAt(i) - 48;
    if (digit !== 0) isZero = false;
    const doubled = digit * 2;
    sum += !isDoubled ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return !isZero && sum % 10 === 0;
}
