import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SearchFiltersResponseSchema } from '@svc/contract';
import type { FilterValues } from './filters.service.js';

export function toFiltersResponse({
  field,
  rows,
  isTruncated,
}: FilterValues): MessageInitShape<typeof SearchFiltersResponseSchema> {
  return {
    field,
    values: rows.map(({ value, span_total, log_total, series_total }) => ({
      value,
      spanCount: BigInt(span_total),
      logCount: BigInt(log_total),
      seriesCount: BigInt(series_total),
    })),
    truncated: isTruncated,
  };
}
