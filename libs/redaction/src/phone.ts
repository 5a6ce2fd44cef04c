import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { matches } from './matches.js';
import type { Spans } from './spans.js';

/** An international number, which starts with `+` or the dialing prefix `00`. */
const INTERNATIONAL =
  /(?<![A-Za-z0-9+])(?:(?:\+|%2B) ?\(?[1-9]\d{0,14}|\(?00 ?[1-9]\d{0,2}(?=[ .(/-]))(?:[ .()/-]{1,2}\d{1,14}){0,8}/gi;
/** Ten digits in North American notation; only the punctuation makes them a telephone number. */
const PUNCTUATED = /(?<![\d.+-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?![\d]|[.-]\d)/g;
/** The value of a field that is named like a telephone number. */
const BARE = /(?<![A-Za-z0-9])\+?[\d(][\d ()./-]{5,24}\d(?![A-Za-z0-9])/g;

/** The address of a call: any number, national ones too (RFC 3966). */
const CALL = /(?<![A-Za-z0-9])(?:tel|sms|callto):(\+?[\d(][\d().-]{5,24}\d)(?![A-Za-z0-9])/gi;

/** A check takes microseconds, so beyond this many candidates in a text the others count as numbers unchecked. */
const MAX_CHECKS = 50;

export function findPhones(text: string, spans: Spans, isPhoneField: boolean): void {
  let checks = 0;
  for (const { 0: number, index } of matches(INTERNATIONAL, text)) {
    // The escape of a plus sign ends in a digit, which is not part of the number.
    const sign = /^%2B/i.test(number) ? 3 : 0;
    const length = sign + lengthOfPossible(number.slice(sign), () => ++checks > MAX_CHECKS);
    if (length === sign) continue;
    spans.add(index, index + length);
  }
  for (const { 0: number, index } of matches(PUNCTUATED, text)) spans.add(index, index + number.length);
  for (const { 0: call, 1: number = '', index } of matches(CALL, text)) {
    spans.add(index + call.length - number.length, index + call.length);
  }
  if (!isPhoneField) return;
  for (const { 0: number, index } of matches(BARE, text)) {
    const digits = number.replace(/\D/g, '').length;
    if (digits >= 7 && digits <= 15) spans.add(index, index + number.length);
  }
}

/** Length of the longest prefix, in complete groups of digits, that is a possible number of its country; 0 if there is none. */
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
