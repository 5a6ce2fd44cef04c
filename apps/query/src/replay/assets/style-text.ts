import { isRedactedAddress, redactCss, visitCss, type AssetKind } from '@svc/replay';

/** Addresses of a style sheet that are fetched. */
const MAX_NEEDS = 500;

export interface AssetNeed {
  readonly url: string;
  readonly kind: AssetKind;
}

/** A style sheet as it is stored. */
export interface StyleText {
  readonly content: Uint8Array;
  readonly needs: readonly AssetNeed[];
}

/**
 * Prepares a style sheet that was fetched: redacted as those in recordings are, and with absolute addresses. It holds the thread.
 *
 * @param maxBytes that it may have with absolute addresses, which are longer.
 * @returns undefined if it has more.
 */
export function prepareStyle({ content, url, maxBytes }: StyleSource): StyleText | undefined {
  const needs = new Map<string, AssetNeed>();
  let bytes = content.byteLength;
  const css = visitCss(redactCss(new TextDecoder().decode(content)), url, {
    asset: (address, kind) => {
      bytes += address.length;
      if (bytes > 2 * maxBytes) return undefined;
      if (needs.size < MAX_NEEDS && !isRedactedAddress(address)) needs.set(address, { url: address, kind });
      return address;
    },
  });
  const prepared = Buffer.from(css);
  return prepared.byteLength > maxBytes ? undefined : { content: prepared, needs: [...needs.values()] };
}

export interface StyleSource {
  readonly content: Uint8Array;
  /** Where it was found. */
  readonly url: string;
  readonly maxBytes: number;
}
