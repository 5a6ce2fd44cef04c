import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { matches } from './matches.js';
import type { Spans } from './spans.js';

/** With the country: behind `+`, or `00` as it is dialled. */
const INTERNATIONAL =
  /(?<![A-Za-z0-9+])(?:\+ ?\(?[1-9]\d{0,14}|\(?00 ?[1-9]\d{0,2}(?=[ .(/-]))(?:[ .()/-]{1,2}\d{1,14}){0,8}/g;
/** Ten digits as North America writes them, which are a telephone number only because of the punctuation. */
const PUNCTUATED = /(?<![\d.+-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?![\d]|[.-]\d)/g;
/** What a field that is called a telephone number may hold. */
const BARE = /(?<![A-Za-z0-9])\+?[\d(][\d ()./-]{5,24}\d(?![A-Za-z0-9])/g;

/** Checking one takes microseconds: of a text with many, the others that look like numbers are taken for such. */
const MAX_CHECKS = 50;

export function findPhones(text: string, spans: Spans, isPhoneField: boolean): void {
  let checks = 0;
  for (const { 0: number, index } of matches(INTERNATIONAL, text)) {
    const length = lengthOfPossible(number, () => ++checks > MAX_CHECKS);
    spans.add(index, index + length);
  }
  for (const { 0: number, index } of matches(PUNCTUATED, text)) spans.add(index, index + number.length);
  if (!isPhoneField) return;
  for (const { 0: number, index } of matches(BARE, text)) {
    const digits = number.replace(/\D/g, '').length;
    if (digits >= 7 && digits <= 15) spans.add(index, index + number.length);
  }
}

/** Of the longest beginning, in whole groups of digits, that has as many digits as a number of its country; 0 when none has. */
function lengthOfPossible(candidate: string, isTired: () => boolean): number {
  let number = candidate;
  while (number !== '') {
    const digits = number.replace(/\D/g, '').replace(/^00/, '');
    if (digits.length < 7) return 0;
    if (isTired() || parsePhoneNumberFromString(`+${digits}`)?.isPossible() === true) return number.length;
    number = number.replace(/\d+$/, '').replace(/\D+$/, '');
  }
  return 0;
}
