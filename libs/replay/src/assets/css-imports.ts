/** An import with an address as a string or a function, and its conditions. */
const IMPORT = /@import\s{0,99}(?:url\(\s{0,99})?(["']?)([^"'()\s;]{1,2048})\1\s{0,99}\)?([^;{}"']{0,200});/gi;

/**
 * Replaces imports of style sheets by their text, in a block of their media if they have some. Imports into layers, and for browsers that
 * support something, stay.
 *
 * @param textOf returns the style sheet at an address, as it is written; undefined to keep the import.
 */
export function inlineImports(css: string, textOf: (address: string) => string | undefined): string {
  if (!/@import/i.test(css)) return css;
  return css.replaceAll(IMPORT, (whole, _: string, address: string, conditions: string) => {
    const media = conditions.trim();
    const text = /^(?:layer|supports)\b/i.test(media) ? undefined : textOf(address);
    if (text === undefined) return whole;
    return media === '' ? `${text}\n` : `@media ${media}{${text}}\n`;
  });
}
