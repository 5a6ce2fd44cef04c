/** A resource that a recorded page shows and that its recording does not contain. */
export type AssetKind = 'image' | 'font' | 'style';

/** Is told the addresses of resources, and may replace them. */
export interface AssetVisitor {
  /** @param url absolute, without its fragment. @returns what takes the place of the address; undefined to keep it. */
  asset(url: string, kind: AssetKind): string | undefined;
  /** @param node the ID of an element that links a style sheet. @returns the CSS that takes the place of the link; undefined to keep it. */
  link(url: string, node: number): string | undefined;
  /** @returns the style sheet that takes the place of its import; undefined to keep the import, whose address `asset` is told. */
  style?(url: string): string | undefined;
  /** The recording has the style sheet of a link after all. */
  inlined(node: number): void;
}

/** Characters of an address. Longer ones are not those of files. */
export const MAX_ASSET_URL = 2_048;

/** The absolute address of a resource without its fragment; undefined if it is not one of http, or longer than 2,048 characters. */
export function resolveAsset(address: string, base: string): string | undefined {
  const text = address.trim();
  // A part of the page itself, and most of what stands in pages.
  if (
    text === '' ||
    text.startsWith('#') ||
    text.includes('\\') ||
    text.length > MAX_ASSET_URL ||
    /^(?:data|blob|about):/i.test(text)
  )
    return undefined;
  if (!URL.canParse(text, base || undefined)) return undefined;
  const url = new URL(text, base || undefined);
  url.hash = '';
  const isFile = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isFile && url.href.length <= MAX_ASSET_URL ? url.href : undefined;
}

/** A width or a density of `srcset`. */
const DESCRIPTOR = /^[\d.]{1,20}[wxh],?$/;

/** The last address of `srcset`, which is that of the largest picture where pages list them as usual. */
export function lastOfSourceSet(text: string): string {
  const last = text.split(/\s+/).findLast((part) => part !== '' && part !== ',' && !DESCRIPTOR.test(part)) ?? '';
  // Longer ones are not taken in any case.
  return last
    .slice(0, 2 * MAX_ASSET_URL)
    .replace(/^[\d.]{1,20}[wxh],/, '')
    .replace(/^,|,$/g, '');
}
