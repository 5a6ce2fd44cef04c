import type { AssetKind } from '@svc/replay';

const IMAGE = /^image\/[\w.+-]{1,99}$/;
const FONT = /^(?:font\/[\w.+-]{1,99}|application\/(?:x-)?font-[\w.+-]{1,99}|application\/vnd\.ms-fontobject)$/;
/** Servers that do not know fonts. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
/** The first bytes of fonts: WOFF, WOFF2, OpenType and TrueType. */
const FONTS: ReadonlyMap<string, string> = new Map([
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['OTTO', 'font/otf'],
  ['\u0000\u0001\u0000\u0000', 'font/ttf'],
]);

/**
 * The media type of a file that can be shown as this kind.
 *
 * @param header `content-type` of the answer, '' if it has none.
 * @returns undefined if the file is something else.
 */
export function typeOfAsset(kind: AssetKind, header: string, content: Uint8Array): string | undefined {
  const type = header.split(';', 1).join('').trim().toLowerCase();
  if (kind === 'style') return type === 'text/css' ? type : undefined;
  if (kind === 'image') return IMAGE.test(type) ? type : undefined;
  if (FONT.test(type)) return type;
  return UNKNOWN.has(type) ? FONTS.get(Buffer.from(content.subarray(0, 4)).toString('latin1')) : undefined;
}
