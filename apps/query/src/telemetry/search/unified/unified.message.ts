import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SearchUnifiedResponseSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { UnifiedResults } from './unified.service.js';

export function toUnifiedResponse({
  results,
  types,
}: UnifiedResults): MessageInitShape<typeof SearchUnifiedResponseSchema> {
  return {
    results: results.map(({ time, ...result }) => ({ ...result, timestamp: toTimestamp(time) })),
    types: types.map(({ isTruncated, ...type }) => ({ ...type, truncated: isTruncated })),
  };
}
