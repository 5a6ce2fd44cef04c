import type { Transaction } from '@svc/relational';
import { isRedactedAddress } from '@svc/replay';
import type { AssetIndex } from './asset-index.js';
import { assetLevels, type PinnedAsset } from './asset-levels.js';

/** Style sheets that lead to each other. */
const MAX_DEPTH = 3;

export interface WantedFiles {
  readonly projectNumber: number;
  /** That the project mirrors. */
  readonly origins: ReadonlySet<string>;
  /** The number of style sheets that lead to the files. */
  readonly depth: number;
  readonly until: Date;
  readonly files: readonly PinnedAsset[];
}

/** Notes files, and what those style sheets among them need that have a copy: the copies of both have to last equally long. */
export async function wantAssets(
  index: AssetIndex,
  { projectNumber, origins, depth, until, files }: WantedFiles,
  tx: Transaction,
): Promise<void> {
  const levels = assetLevels(
    files,
    (styles) => index.needs(projectNumber, styles, tx),
    ({ url }) => isAllowed(url, origins),
  );
  let at = depth;
  for await (const level of levels) {
    if (at > MAX_DEPTH) break;
    await index.want({ projectNumber, depth: at++, until, files: level }, tx);
  }
}

/** Whether a file may be fetched. */
export const isAllowed = (url: string, origins: ReadonlySet<string>): boolean =>
  origins.has(new URL(url).origin) && !isRedactedAddress(url);
