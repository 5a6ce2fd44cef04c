import { matches } from './matches.js';
import type { Spans } from './spans.js';

const AUTHORITY = /:\/\/([^\s/?#"'<>\\]{1,1024})/g;

/** Maximum length of a user and a password that contains a slash. */
const MAX_USER_INFO = 256;
const USER_INFO = /^[^\s"'<>]*@/;

function findSign(text: string, sign: string, from: number): number {
  const place = text.indexOf(sign, from);
  return place < 0 ? Infinity : place;
}

/** Finds user and password of `scheme://user:password@host`; a password may contain `/` and `@`. Returns the starts of the hosts. */
export function findUserInfo(text: string, spans: Spans): ReadonlySet<number> {
  const hosts = new Set<number>();
  const add = (start: number, at: number): void => {
    spans.add(start, at);
    hosts.add(at + 1);
  };
  let nextAt = -1;
  for (const match of matches(AUTHORITY, text)) {
    const start = match.index + 3;
    const authority = match[1] ?? '';
    const colon = authority.indexOf(':');
    const at = authority.lastIndexOf('@');
    if (at > 0 && (colon >= 0 || at >= 20)) add(start, start + at);
    else if (at < 0 && colon >= 0 && !/^\d{0,5}$/.test(authority.slice(colon + 1))) {
      if (nextAt < start) nextAt = findSign(text, '@', start);
      if (nextAt - start > MAX_USER_INFO) continue;
      const rest = USER_INFO.exec(text.slice(start, start + MAX_USER_INFO));
      if (rest) add(start, start + rest[0].length - 1);
    }
  }
  return hosts;
}

/** Finds the token after the scheme of an Authorization header, but not words of a sentence. */
const SCHEME = /(?<![A-Za-z0-9])(?:bearer|basic|token|apikey|digest|negotiate)[ \t]{1,4}([\w.~+/=-]{1,4096})/gi;

export function findAuthorization(text: string, spans: Spans): void {
  for (const match of matches(SCHEME, text)) {
    const value = match[1] ?? '';
    const end = match.index + match[0].length;
    if (looksIssued(value)) spans.add(end - value.length, end);
  }
}

/** Whether the text is not a word: it contains digits or punctuation, capitals after small letters, or is longer than words are. */
export function looksIssued(value: string): boolean {
  const bare = value.replace(/[.,:;!?]+$/, '');
  if (bare.length < 6) return false;
  return bare.length >= 20 || /\d|[a-z][A-Z]|[+=~]/.test(bare);
}
