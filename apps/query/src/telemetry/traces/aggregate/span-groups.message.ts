import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SpanGroupSchema, SpanPointSchema, TracesAggregateResponseSchema } from '@svc/contract';
import { bucketStarts, toMilliseconds, toTimestamp } from '@svc/reading/time';
import { EventLoopYielder, mapYielding } from '@svc/runtime';
import { toGroupValues } from '../../grouping/group-values.js';
import { toDurationBuckets } from './duration-buckets.js';
import type { SpanFigureRow, SpanSeriesRow } from './span-groups.query.js';
import type { CountedSpans } from './span-groups.service.js';

type SpanGroup = MessageInitShape<typeof SpanGroupSchema>;
type SpanPoint = MessageInitShape<typeof SpanPointSchema>;

/** Builds up to 50,000 points and as many buckets of durations, so other calls run between groups and between points. */
export async function toSpanGroups(
  counted: CountedSpans,
): Promise<MessageInitShape<typeof TracesAggregateResponseSchema>> {
  const { names, range, groups, groupTotal, figures, series, interval } = counted;
  const byPosition = new Map(figures.map((row) => [Number(row.position), row]));
  const points = await pointsByPosition(series);
  const starts = groups.length > 0 && interval !== undefined ? bucketStarts(range, interval) : [];
  const yielder = new EventLoopYielder();
  const toPart = async (position: number, times: readonly bigint[]) => {
    const found = points.get(position);
    const part = { ...toFigures(byPosition.get(position)), series: [] as SpanPoint[] };
    for (const start of times) {
      part.series.push(toPoint(start, found?.get(start)));
      if (yielder.isDue()) await yielder.yield();
    }
    return part;
  };
  const shown: SpanGroup[] = [];
  for (const [index, group] of groups.entries()) {
    shown.push({ values: toGroupValues(names, group.names), ...(await toPart(index + 1, starts)) });
    if (yielder.isDue()) await yielder.yield();
  }
  const sum = (of: 'spans' | 'errors'): bigint => figures.reduce((total, row) => total + BigInt(row[of]), 0n);
  const others = groupTotal > BigInt(groups.length) ? groupTotal - BigInt(groups.length) : 0n;
  return {
    groups: shown,
    // Without other groups nobody draws their series, which would be as long as those of a group.
    rest: { groupCount: others, ...(await toPart(0, others > 0n ? starts : [])) },
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

function toPoint(start: bigint, row: SpanSeriesRow | undefined): SpanPoint {
  const timestamp = toTimestamp(start);
  if (!row) return { timestamp, count: 0n, errorCount: 0n };
  const [p50Ms, p95Ms, p99Ms] = row.percentiles.map(nanosecondsToMs);
  return { timestamp, count: BigInt(row.spans), errorCount: BigInt(row.errors), p50Ms, p95Ms, p99Ms };
}

const nanosecondsToMs = (nanoseconds: number): number => nanoseconds / 1e6;

/** The rows of each group by the start of the bucket, by the position of the group. */
async function pointsByPosition(
  series: readonly SpanSeriesRow[],
): Promise<ReadonlyMap<number, ReadonlyMap<bigint, SpanSeriesRow>>> {
  const points = new Map<number, Map<bigint, SpanSeriesRow>>();
  await mapYielding(series, (row) => {
    const known = points.get(Number(row.position)) ?? new Map<bigint, SpanSeriesRow>();
    points.set(Number(row.position), known.set(BigInt(row.bucket), row));
  });
  return points;
}
