import type { ReplayAsset } from '@svc/relational';
import { isRedactedAddress, type WantedAsset } from '@svc/replay';

/** Examples of what is missing. */
const EXAMPLES = 20;

/** A file that a recording needs, and its row if it was noted. */
export interface NeededAsset extends Pick<WantedAsset, 'url' | 'kind'> {
  /** The release or the day to which the copy is pinned. */
  readonly pin: string;
  readonly row: Omit<ReplayAsset, 'needs'> | undefined;
}

export interface MissingAsset {
  readonly url: string;
  readonly kind: string;
  readonly reason: string;
  readonly detail: string;
}

/** What of the files that a recording needs is there, and what is missing and why. */
export interface AssetStates {
  readonly copied: number;
  readonly missing: number;
  readonly reasons: Readonly<Record<string, number>>;
  /** The first ones. */
  readonly examples: readonly MissingAsset[];
}

/** @param origins that the project mirrors. */
export function statesOf(assets: readonly NeededAsset[], origins: ReadonlySet<string>): AssetStates {
  const missing = assets.flatMap((asset) => missingOf(asset, origins) ?? []);
  const byReason = Map.groupBy(missing, ({ reason }) => reason);
  return {
    copied: assets.length - missing.length,
    missing: missing.length,
    reasons: Object.fromEntries([...byReason].map(([reason, { length }]) => [reason, length])),
    examples: missing.slice(0, EXAMPLES),
  };
}

/** @returns undefined for a file of which there is a copy. */
function missingOf({ url, kind, row }: NeededAsset, origins: ReadonlySet<string>): MissingAsset | undefined {
  if (row?.sha256) return undefined;
  const missing = (reason: string): MissingAsset => ({ url, kind, reason, detail: row?.detail ?? '' });
  if (isRedactedAddress(url)) return missing('redacted_address');
  if (!origins.has(new URL(url).origin)) return missing('not_mirrored');
  // Without a row, the recording was summarized before the project allowed the origin, or the project has too many.
  if (!row) return missing('not_fetched');
  return missing(row.failure === '' || row.failure === 'not_mirrored' ? 'pending' : row.failure);
}
