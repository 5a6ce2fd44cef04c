import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SpanPointSchema, TracesAggregateResponseSchema } from '@svc/contract';
import { bucketStarts, toMilliseconds, toTimestamp } from '@svc/reading/time';
import { toGroupValues } from '../../grouping/group-values.js';
import { toDurationBuckets } from './duration-buckets.js';
import type { SpanFigureRow, SpanSeriesRow } from './span-groups.query.js';
import type { CountedSpans } from './span-groups.service.js';

export function toSpanGroups(counted: CountedSpans): MessageInitShape<typeof TracesAggregateResponseSchema> {
  const { names, range, groups, groupTotal, figures, series, interval } = counted;
  const byPosition = new Map(figures.map((row) => [Number(row.position), row]));
  const points = pointsByPosition(series);
  const starts = groups.length > 0 && interval !== undefined ? bucketStarts(range, interval) : [];
  const toPart = (position: number) => ({
    ...toFigures(byPosition.get(position)),
    series: starts.map((start) => toPoint(start, points.get(position)?.get(start))),
  });
  const sum = (of: 'spans' | 'errors'): bigint => figures.reduce((total, row) => total + BigInt(row[of]), 0n);
  const others = groupTotal - BigInt(groups.length);
  return {
    groups: groups.map((group, index) => ({ values: toGroupValues(names, group.names), ...toPart(index + 1) })),
    rest: { groupCount: others > 0n ? others : 0n, ...toPart(0) },
    total: sum('spans'),
    errorCount: sum('errors'),
    groupBy: [...names],
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}

function toFigures(row: SpanFigureRow | undefined) {
  if (!row) return { count: 0n, errorCount: 0n, durationBuckets: [] };
  const [p50Ms, p95Ms, p99Ms] = row.percentiles.map(nanosecondsToMs);
  return {
    count: BigInt(row.spans),
    errorCount: BigInt(row.errors),
    duration: { avgMs: nanosecondsToMs(row.average), p50Ms, p95Ms, p99Ms, maxMs: toMilliseconds(BigInt(row.longest)) },
    durationBuckets: toDurationBuckets(...row.histogram),
  };
}

function toPoint(start: bigint, row: SpanSeriesRow | undefined): MessageInitShape<typeof SpanPointSchema> {
  const timestamp = toTimestamp(start);
  if (!row) return { timestamp, count: 0n, errorCount: 0n };
  const [p50Ms, p95Ms, p99Ms] = row.percentiles.map(nanosecondsToMs);
  return { timestamp, count: BigInt(row.spans), errorCount: BigInt(row.errors), p50Ms, p95Ms, p99Ms };
}

const nanosecondsToMs = (nanoseconds: number): number => nanoseconds / 1e6;

/** The rows of each group by the start of the bucket, by the position of the group. */
function pointsByPosition(series: readonly SpanSeriesRow[]): ReadonlyMap<number, ReadonlyMap<bigint, SpanSeriesRow>> {
  const points = new Map<number, Map<bigint, SpanSeriesRow>>();
  for (const row of series) {
    const known = points.get(Number(row.position)) ?? new Map<bigint, SpanSeriesRow>();
    points.set(Number(row.position), known.set(BigInt(row.bucket), row));
  }
  return points;
}
