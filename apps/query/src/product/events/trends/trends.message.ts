import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EventSeriesSchema, EventsTrendsResponseSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import { NONE, OTHER } from '../breakdown.js';
import { isComplete, toInt64 } from '../event-window.js';
import type { CountedTrends } from './trends.service.js';

type Series = MessageInitShape<typeof EventSeriesSchema>;

export function toTrends(counted: CountedTrends): MessageInitShape<typeof EventsTrendsResponseSchema> {
  const { counting, interval, timezone } = counted;
  const counts = new Map<string, bigint>();
  for (const { event_name, slot, bucket, is_total, counted: part } of counted.rows) {
    const key = toKey(event_name, slot, is_total ? TOTAL : bucket);
    counts.set(key, (counts.get(key) ?? 0n) + BigInt(part));
  }
  const series = counting.events.flatMap((event) =>
    counting.breakdown ? brokenDown(event, counted, counts) : [toSeries(event, 0, {}, counted, counts)],
  );
  return { series, interval, measure: counted.measure, timezone };
}

type Counts = ReadonlyMap<string, bigint>;

const TOTAL = 'total';

const toKey = (event: string, slot: number, bucket: string | bigint): string => `${slot} ${bucket} ${event}`;

function brokenDown(event: string, counted: CountedTrends, counts: Counts): Series[] {
  const values = counted.values.flatMap(({ event_name, value }, index) =>
    event_name === event
      ? [toSeries(event, index + 1, { breakdownValue: value, breakdownKind: 'value' }, counted, counts)]
      : [],
  );
  // If there are many, the largest are found in a part of them.
  values.sort((a, b) => Number((b.total as bigint) - (a.total as bigint)));
  const others = [toSeries(event, 0, OTHER, counted, counts), toSeries(event, -1, NONE, counted, counts)];
  return [...values, ...others.filter(({ total }) => total !== 0n)];
}

function toSeries(
  event: string,
  slot: number,
  breakdown: Pick<Series, 'breakdownValue' | 'breakdownKind'>,
  { counting, buckets, now }: CountedTrends,
  counts: Counts,
): Series {
  return {
    event,
    ...breakdown,
    total: counts.get(toKey(event, slot, TOTAL)) ?? 0n,
    points: buckets.map((bucket) => ({
      start: toTimestamp(bucket.start),
      timestamp: toTimestamp(bucket.start),
      value: counts.get(toKey(event, slot, toInt64(bucket.start))) ?? 0n,
      complete: isComplete(bucket, counting.range, now),
    })),
  };
}
