import { redactUrl } from './url.js';

/** What precedes a URL in CSS: a function that takes one, or an import. Strings with a whole URL, as in `image-set`, are found as well. */
const BEFORE_URL = /(?:url|src)\(\s*|@import\s*(?=["'])|["'](?=[A-Za-z][A-Za-z0-9+.-]{0,31}:\/\/|\/\/)/gi;
const QUOTE = /["']/;

/**
 * Redacts the URLs in CSS, and keeps everything else byte for byte: numbers and names in it look like identifiers of people but are not.
 * A data URL stays if it is a picture or a font.
 *
 * @param kept as of `redactUrl`.
 */
export function redactCss(css: string, kept?: ReadonlySet<string>): string {
  if (!/url\(|src\(|@import|:\/\/|["']\/\//i.test(css)) return css;
  let redacted = '';
  let from = 0;
  BEFORE_URL.lastIndex = 0;
  for (let match = BEFORE_URL.exec(css); match; match = BEFORE_URL.exec(css)) {
    const isString = QUOTE.test(match[0]);
    const opening = isString ? match[0] : css.charAt(match.index + match[0].length);
    const isQuoted = QUOTE.test(opening);
    const start = match.index + match[0].length + (isQuoted && !isString ? 1 : 0);
    const end = isQuoted ? endOfString(css, start, opening) : endOfToken(css, start);
    redacted += css.slice(from, start) + redactUrl(css.slice(start, end), kept);
    from = end;
    BEFORE_URL.lastIndex = Math.max(end, match.index + 1);
  }
  return redacted + css.slice(from);
}

function endOfString(css: string, start: number, quote: string): number {
  for (let at = start; at < css.length; at++) {
    const char = css.charAt(at);
    if (char === '\\') at++;
    else if (char === quote || char === '\n') return at;
  }
  return css.length;
}

function endOfToken(css: string, start: number): number {
  for (let at = start; at < css.length; at++) {
    const char = css.charAt(at);
    if (char === '\\') at++;
    // The end of a comment is not part of an address, and half of one in a comment must not hide the next.
    else if (char === ')' || char === '"' || char === "'" || /\s/.test(char) || css.startsWith('*/', at)) return at;
  }
  return css.length;
}
