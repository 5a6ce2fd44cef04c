import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LlmSeriesPointSchema, LlmSeriesSchema } from '@svc/contract';
import { NANOSECONDS_PER_SECOND, toTimestamp } from '@svc/reading/time';
import type { SeriesRow } from './series.query.js';
import { costText } from './sums.js';

export interface FoundSeries {
  /** The starts of all buckets in nanoseconds since 1970. */
  readonly starts: readonly bigint[];
  /** Nanoseconds. */
  readonly width: bigint;
  readonly now: bigint;
  readonly groups: readonly string[];
  readonly rows: readonly SeriesRow[];
}

export function toSeries(found: FoundSeries): MessageInitShape<typeof LlmSeriesSchema>[] {
  const { groups, rows } = found;
  const rest = rows.filter(({ is_listed }) => is_listed === 0);
  const listed = Map.groupBy(
    rows.filter(({ is_listed }) => is_listed === 1),
    ({ own_group }) => own_group,
  );
  const series = groups.map((group) => ({ group, points: toPoints(listed.get(group) ?? [], found) }));
  return rest.length === 0 ? series : [...series, { group: '', isRest: true, points: toPoints(rest, found) }];
}

function toPoints(
  rows: readonly SeriesRow[],
  { starts, width, now }: FoundSeries,
): MessageInitShape<typeof LlmSeriesPointSchema>[] {
  const byStart = new Map(rows.map((row) => [BigInt(row.bucket) * NANOSECONDS_PER_SECOND, row]));
  return starts.map((start) => {
    const row = byStart.get(start);
    return {
      timestamp: toTimestamp(start),
      isOpen: start + width > now,
      calls: BigInt(row?.total_calls ?? 0),
      errors: BigInt(row?.total_errors ?? 0),
      cost: row ? costText(BigInt(row.total_cost), BigInt(row.total_steps), BigInt(row.total_priced)) : '0',
      unpricedCalls: BigInt(row?.unpriced ?? 0),
      inputTokens: BigInt(row?.total_input ?? 0),
      outputTokens: BigInt(row?.total_output ?? 0),
    };
  });
}
