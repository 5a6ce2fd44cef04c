import { isRedactedAddress, redactCss, visitCss, type AssetKind } from '@svc/replay';

/** Addresses of a style sheet, which take some microseconds each; those that are fetched, and the characters of these. */
const LIMITS = { addresses: 10_000, needs: 500, characters: 32 * 1024 } as const;
/** What stands in front of each address, and elsewhere as well. */
const ADDRESS = /url\(|src\(|@import|\/\//gi;

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
 * @returns undefined if it has more, or too many addresses.
 */
export function prepareStyle({ content, url, maxBytes }: StyleSource): StyleText | undefined {
  const needs = new Map<string, AssetNeed>();
  const text = new TextDecoder().decode(content);
  if ((text.match(ADDRESS)?.length ?? 0) > LIMITS.addresses) return undefined;
  let bytes = content.byteLength;
  let characters = 0;
  const css = visitCss(redactCss(text), url, {
    asset: (address, kind) => {
      bytes += address.length;
      if (bytes > 2 * maxBytes) return undefined;
      if (!needs.has(address) && needs.size < LIMITS.needs && !isRedactedAddress(address)) characters += address.length;
      if (needs.size < LIMITS.needs && characters <= LIMITS.characters && !isRedactedAddress(address))
        needs.set(address, { url: address, kind });
      return address;
    },
  });
  const prepared = Buffer.from(css);
  return prepared.byteLength > maxBytes ? undefined : { content: prepared, needs: [...needs.values()] };
}

export interface StyleSource {
  readonly content: Uint8Array;
  /** The address at which the style sheet was found, after redirects. */
  readonly url: string;
  readonly maxBytes: number;
}
