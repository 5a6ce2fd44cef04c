import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ReplayMissingAssetsSchema } from '@svc/contract';
import type { AssetStates } from './asset-states.js';

export function toMissingAssets({
  missing,
  reasons,
  examples,
}: AssetStates): MessageInitShape<typeof ReplayMissingAssetsSchema> {
  return {
    count: BigInt(missing),
    reasons: Object.fromEntries(Object.entries(reasons).map(([reason, count]) => [reason, BigInt(count)])),
    examples: examples.map(({ url, kind, reason, detail }) => ({ url, kind, reason, detail })),
  };
}
