import type { Spans } from './spans.js';

/** The at sign: plain, percent-encoded once or more, as a JSON escape and as an HTML entity. */
const AT = /@|%(?:25){0,3}40|\\u0040|&#(?:64|x40);|&commat;/gi;
/** The full stop of a domain, plain or percent-encoded. */
const STOP = /\.|%(?:25){0,3}2e/gi;
const ESCAPED_STOP = /%(?:25){0,3}2e/iy;
/** Characters of `%25252540`. */
const LONGEST_SIGN = 9;
/** The first characters of escaped signs, which occur nowhere else in them. */
const ESCAPES = ['%', '\\', '&'];
const LOCAL = /[\p{L}\p{M}\p{N}.!#$%*+'^_~-]/u;
const DOMAIN = /[\p{L}\p{M}\p{N}.-]/u;
const TOP_LEVEL = /^(?:xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)/iu;
/** Maximum length of a quoted local part. */
const MAX_QUOTED = 66;
/** A domain name has at most 253 characters. */
const MAX_DOMAIN = 254;

/** Finds e-mail addresses whose domain has a top-level domain, so not `user@localhost` or `package@1.2.3`. */
export function findEmails(text: string, spans: Spans, hosts: ReadonlySet<number>): void {
  let floor = 0;
  // `test` creates no object for each sign, of which a hostile text has millions.
  for (AT.lastIndex = 0; AT.test(text);) {
    const after = AT.lastIndex;
    const index = startOfSign(text, after);
    // The host of a URL with a password is not the domain of an e-mail address.
    const start = hosts.has(after) ? index : startOfLocal(text, index, floor);
    floor = after;
    const end = start < index ? endOfDomain(text, after) : 0;
    if (end > index) spans.add(start, end);
  }
}

/** @param end of an at sign, plain or escaped. */
function startOfSign(text: string, end: number): number {
  if (text[end - 1] === '@') return end - 1;
  const from = Math.max(0, end - LONGEST_SIGN);
  const escape = text.slice(from, end);
  return from + Math.max(...ESCAPES.map((character) => escape.lastIndexOf(character)));
}

function startOfLocal(text: string, at: number, floor: number): number {
  if (text[at - 1] === '"') {
    const quote = text.lastIndexOf('"', at - 2);
    return quote >= floor && at - quote <= MAX_QUOTED ? quote : at;
  }
  let start = at;
  while (start > floor && isPart(text, start - 1, LOCAL)) start--;
  // Punctuation around an address is not part of it.
  while (start < at && /[.'%]/.test(text[start] ?? '')) start++;
  return start;
}

function endOfDomain(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from <= MAX_DOMAIN) {
    if (isPart(text, end, DOMAIN)) end++;
    else if (text[end] === '%' && isEscapedStop(text, end)) end = ESCAPED_STOP.lastIndex;
    else break;
  }
  const domain = text.slice(from, end);
  const labels = domain.split(STOP);
  const stops = domain.match(STOP) ?? [];
  const empty = labels.indexOf('');
  if (empty >= 0) labels.length = empty;
  // The sentence may continue after the address: `a@b.co.`, `a@b.co-owner` or `a@b.co.2`.
  while (labels.length > 1 && !TOP_LEVEL.test(labels.at(-1) ?? '')) labels.pop();
  if (labels.length < 2 || isVersion(labels)) return 0;
  const topLevel = TOP_LEVEL.exec(labels.at(-1) ?? '')?.[0] ?? '';
  const before = labels.slice(0, -1).map((label, index) => label.length + (stops[index]?.length ?? 0));
  return from + before.reduce((sum, length) => sum + length, 0) + topLevel.length;
}

function isEscapedStop(text: string, at: number): boolean {
  ESCAPED_STOP.lastIndex = at;
  return ESCAPED_STOP.test(text);
}

/** `package@1.0.0-rc.alpha` */
function isVersion([first = '', second = '']: readonly string[]): boolean {
  return /^\d+$/.test(first) && /^\d+(?:-|$)/.test(second);
}

/** Checks ASCII without a regular expression; half of a surrogate pair counts as a letter. */
function isPart(text: string, index: number, others: RegExp): boolean {
  const code = text.charCodeAt(index);
  if ((code | 32) >= 97 && (code | 32) <= 122) return true;
  if (code >= 48 && code <= 57) return true;
  return (code >= 0xd800 && code <= 0xdfff) || others.test(text[index] ?? '');
}
