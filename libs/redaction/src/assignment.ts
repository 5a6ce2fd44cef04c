import { looksIssued } from './authority.js';
import { classOfKey } from './key.js';
import { matches } from './matches.js';
import type { Spans } from './spans.js';
import { REDACTED } from './spans.js';

const MAX_NAME = 64;
const SIGN = /%3[ad]|[=:]/gi;
const COOKIE = /cookies?$/i;
/** Headers with cookies of one text that are read to their end, because each may be as long as the text. */
const MAX_HEADERS = 20;
const COOKIES =
  /[^\s=;,"'<>]{1,256}=[^\s;"'<>]{0,4096}(?:;[ \t]{0,4}[^\s=;"'<>]{1,256}(?:=[^\s;"'<>]{0,4096})?){1,200}/y;
const SCHEMES = /^(?:bearer|basic|token|apikey|digest|negotiate)$/i;

/**
 * Finds values that a text assigns to the name of a credential, like forms, headers, URLs and JSON: `password=x`, `x-api-key: x`,
 * `{"token":"x"}`. With `inNames` the text is itself a name, in which `token:refreshed` is not an assignment.
 */
export function findAssignments(text: string, spans: Spans, inNames: boolean): void {
  let done = 0;
  let headers = 0;
  for (const { 0: sign, index } of matches(SIGN, text)) {
    // A value may contain punctuation, as base64 and URLs do.
    if (index < done) continue;
    const nameEnd = backOver(text, index, /[ \t"'\\]/, 4);
    const nameStart = backOver(text, nameEnd, /[\p{L}\p{N}_.-]/u, MAX_NAME);
    if (nameStart === nameEnd || !isCredential(text, nameStart, nameEnd)) continue;
    const start = forwardOver(text, index + sign.length, /[ \t>]/, 4);
    const isCookie = COOKIE.test(text.slice(nameStart, nameEnd)) && ++headers <= MAX_HEADERS;
    const value = isCookie ? cookiesAt(text, start) : valueAt(text, start);
    const given = text.slice(value.start, value.end);
    if (given === '' || text.startsWith(REDACTED, value.start) || (inNames && !looksIssued(given))) continue;
    const credential = SCHEMES.test(given) ? valueAt(text, forwardOver(text, value.end, / /, 4)) : value;
    done = credential.end;
    if (!text.startsWith(REDACTED, credential.start)) spans.add(credential.start, done);
  }
}

/** `pass` alone is a credential only as a parameter of a URL; elsewhere it is a result or a ticket. */
function isCredential(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end);
  if (classOfKey(name) === 'credential') return true;
  return /^pass$/i.test(name) && start > 0 && /[?&]/.test(text[start - 1] ?? '');
}

/** All pairs of a header with cookies, which are separated by semicolons. */
function cookiesAt(text: string, from: number): { start: number; end: number } {
  const first = valueAt(text, from);
  COOKIES.lastIndex = first.start;
  return COOKIES.test(text) ? { start: first.start, end: COOKIES.lastIndex } : first;
}

/** A quoted value ends at the next quote, another one at the delimiters of URLs, headers and JSON. */
function valueAt(text: string, from: number): { start: number; end: number } {
  const opening = /^(?:\\?["'`]|%22)/.exec(text.slice(from, from + 3))?.[0];
  if (opening !== undefined) {
    const start = from + opening.length;
    const close = text.indexOf(opening, start);
    return { start, end: close < 0 ? text.length : close };
  }
  let end = from;
  while (end < text.length && !/[\s"'`&,;)}\]<>]/.test(text[end] ?? '')) end++;
  return { start: from, end };
}

function backOver(text: string, from: number, characters: RegExp, most: number): number {
  let start = from;
  while (start > 0 && from - start < most && characters.test(text[start - 1] ?? '')) start--;
  return start;
}

function forwardOver(text: string, from: number, characters: RegExp, most: number): number {
  let end = from;
  while (end < text.length && end - from < most && characters.test(text[end] ?? '')) end++;
  return end;
}
