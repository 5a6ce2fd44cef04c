import { resolveAsset, type AssetKind, type AssetVisitor } from './asset-kind.js';
import { replaceCssAddresses } from './css-addresses.js';
import { inlineImports } from './css-imports.js';

/**
 * Visits the addresses of pictures, fonts and style sheets in CSS.
 *
 * @param base the address to which they are relative.
 * @returns the CSS with what the visitor has replaced.
 */
export function visitCss(css: string, base: string, visitor: Pick<AssetVisitor, 'asset' | 'style'>): string {
  const place = new CssPlace();
  const styleOf = (address: string): string | undefined => {
    const url = resolveAsset(address, base);
    return url && visitor.style?.(url);
  };
  return replaceCssAddresses(visitor.style ? inlineImports(css, styleOf) : css, (address, before) => {
    const kind = place.kindAfter(before);
    const url = kind && resolveAsset(address, base);
    return (kind && url && visitor.asset(url, kind)) ?? address;
  });
}

/** Knows what the addresses of a style sheet are by the CSS between them, of which it keeps nothing. */
class CssPlace {
  /** Whether the block is a `@font-face`. */
  #isFont = false;
  /** What the declaration began with, if it decides what its addresses are. */
  #rule: 'import' | 'namespace' | 'image-set' | undefined;

  /** @returns undefined if the address after this CSS is none of a resource. */
  kindAfter(before: string): AssetKind | undefined {
    const closed = before.lastIndexOf('}');
    const font = before.toLowerCase().lastIndexOf('@font-face');
    if (font > closed) this.#isFont = true;
    else if (closed >= 0) this.#isFont = false;
    const boundary = Math.max(closed, before.lastIndexOf(';'), before.lastIndexOf('{'));
    if (boundary >= 0) this.#rule = undefined;
    const declaration = before.slice(boundary + 1);
    const begun = /@(import|namespace)\b|image-set(?=\()/i.exec(declaration);
    if (begun) this.#rule = (begun[1] ?? 'image-set').toLowerCase() as 'import' | 'namespace' | 'image-set';
    if (this.#rule === 'namespace') return undefined;
    if (this.#rule === 'import') return 'style';
    if (this.#isFont) return 'font';
    // Other strings with an address are texts.
    return this.#rule === 'image-set' || /(?:url|src)\(\s{0,99}["']?$/i.test(declaration) ? 'image' : undefined;
  }
}
