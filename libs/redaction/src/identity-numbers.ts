import { countrySpecs, isValidIBAN } from 'ibantools';
import { matches } from './matches.js';
import type { Spans } from './spans.js';

const SOCIAL_SECURITY = /(?<![\d-])(\d{3})-(\d\d)-(\d{4})(?![\d]|-\d)/g;
const BARE_NINE = /(?<!\d)(\d{3})[ -]?(\d\d)[ -]?(\d{4})(?!\d)/g;

/** Finds social security numbers that can have been issued; nine digits without hyphens only in a field with such a name. */
export function findSocialSecurity(text: string, spans: Spans, isItsField: boolean): void {
  for (const match of matches(isItsField ? BARE_NINE : SOCIAL_SECURITY, text)) {
    const [number, area = '', group, serial] = match;
    const wasIssued = area !== '000' && area !== '666' && !area.startsWith('9') && group !== '00' && serial !== '0000';
    if (wasIssued) spans.add(match.index, match.index + number.length);
  }
}

const IBAN_START = /(?<![a-z0-9])[a-z]{2}\d\d(?=[ -]?[a-z0-9])/gi;

/** Finds account numbers (IBAN) with the length of their country and a valid checksum, with or without spaces. */
export function findIbans(text: string, spans: Spans): void {
  for (const { 0: head, index } of matches(IBAN_START, text)) {
    const length = countrySpecs[head.slice(0, 2).toUpperCase()]?.chars;
    if (!length) continue;
    const end = endOfAccount(text, index, length);
    if (end === undefined) continue;
    const account = text.slice(index, end).replace(/[ -]/g, '').toUpperCase();
    if (isValidIBAN(account)) spans.add(index, end);
  }
}

function endOfAccount(text: string, start: number, length: number): number | undefined {
  let taken = 0;
  let end = start;
  for (; end < text.length && taken < length; end++) {
    if (/[a-z0-9]/i.test(text[end] ?? '')) taken++;
    else if (!/[ -]/.test(text[end] ?? '') || /[ -]/.test(text[end - 1] ?? '')) return undefined;
  }
  return taken === length && !/[\p{L}\p{N}]/u.test(text[end] ?? '') ? end : undefined;
}
