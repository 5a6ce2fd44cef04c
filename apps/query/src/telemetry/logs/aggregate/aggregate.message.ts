import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogsAggregateResponseSchema } from '@svc/contract';
import { bucketStarts, toTimestamp } from '@svc/reading/time';
import { toGroupValues } from '../../grouping/group-values.js';
import type { LogSeriesRow } from './aggregate.query.js';
import type { CountedLogs } from './aggregate.service.js';

export function toLogGroups({
  names,
  range,
  groups,
  series,
  interval,
}: CountedLogs): MessageInitShape<typeof LogsAggregateResponseSchema> {
  const [any] = groups;
  const starts = any && interval !== undefined ? bucketStarts(range, interval) : [];
  const counts = countsByPosition(series);
  const toPoints = (position: number) =>
    starts.map((start) => ({ timestamp: toTimestamp(start), count: counts.get(position)?.get(start) ?? 0n }));
  const total = BigInt(any?.record_total ?? 0);
  const shown = groups.reduce((sum, { records }) => sum + BigInt(records), 0n);
  return {
    groups: groups.map((group, index) => ({
      values: toGroupValues(names, group.names),
      count: BigInt(group.records),
      series: toPoints(index + 1),
    })),
    rest: {
      groupCount: BigInt(any?.group_total ?? 0) - BigInt(groups.length),
      count: total - shown,
      series: toPoints(0),
    },
    total,
    groupBy: [...names],
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}

/** The counts of each group by the start of the bucket, by the position of the group. */
function countsByPosition(series: readonly LogSeriesRow[]): ReadonlyMap<number, ReadonlyMap<bigint, bigint>> {
  const counts = new Map<number, Map<bigint, bigint>>();
  for (const { position, bucket, records } of series) {
    const known = counts.get(Number(position)) ?? new Map<bigint, bigint>();
    counts.set(Number(position), known.set(BigInt(bucket), BigInt(records)));
  }
  return counts;
}
