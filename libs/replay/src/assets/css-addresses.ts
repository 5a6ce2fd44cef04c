/** What precedes a URL in CSS: a function that takes one, or an import. Strings with a whole URL, as in `image-set`, are found as well. */
const BEFORE_URL = /(?:url|src)\(\s*|@import\s*(?=["'])|["'](?=[A-Za-z][A-Za-z0-9+.-]{0,31}:\/\/|\/\/)/gi;
const QUOTE = /["']/;

/**
 * Replaces the addresses in CSS, and keeps everything else byte for byte.
 *
 * @param replace returns what takes the place of an address. It is called in the order of the text, with the address as it is written and
 *   the CSS between it and the address before it.
 */
export function replaceCssAddresses(css: string, replace: (address: string, before: string) => string): string {
  if (!/url\(|src\(|@import|:\/\/|["']\/\//i.test(css)) return css;
  let replaced = '';
  let from = 0;
  BEFORE_URL.lastIndex = 0;
  for (let match = BEFORE_URL.exec(css); match; match = BEFORE_URL.exec(css)) {
    const isString = QUOTE.test(match[0]);
    const opening = isString ? match[0] : css.charAt(match.index + match[0].length);
    const isQuoted = QUOTE.test(opening);
    const start = match.index + match[0].length + (isQuoted && !isString ? 1 : 0);
    const end = isQuoted ? endOfString(css, start, opening) : endOfToken(css, start);
    const before = css.slice(from, start);
    replaced += before + replace(css.slice(start, end), before);
    from = end;
    BEFORE_URL.lastIndex = Math.max(end, match.index + 1);
  }
  return replaced + css.slice(from);
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
