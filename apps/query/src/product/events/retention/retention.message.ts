import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EventsRetentionResponseSchema, RetentionCohortSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import { isComplete, type Bucket } from '../event-window.js';
import type { CountedRetention } from './retention.service.js';

export function toRetention(counted: CountedRetention): MessageInitShape<typeof EventsRetentionResponseSchema> {
  const counts = new Map(
    counted.rows.map(({ cohort, returned, persons }) => [`${cohort} ${returned}`, BigInt(persons)] as const),
  );
  const cohorts = counted.periods.map((cohort, index) =>
    toCohort(cohort, counted.periods.slice(index), counted, counts),
  );
  return { cohorts, period: counted.period, timezone: counted.timezone };
}

function toCohort(
  cohort: Bucket,
  later: readonly Bucket[],
  { counting, now }: CountedRetention,
  counts: ReadonlyMap<string, bigint>,
): MessageInitShape<typeof RetentionCohortSchema> {
  const countIn = (period: bigint): bigint => counts.get(`${cohort.start} ${period}`) ?? 0n;
  const size = countIn(-1n);
  const complete = isComplete(cohort, counting.range, now);
  return {
    start: toTimestamp(cohort.start),
    timestamp: toTimestamp(cohort.start),
    size,
    complete,
    periods: later.map((period, index) => ({
      index,
      count: countIn(period.start),
      rate: size === 0n ? 0 : Number(countIn(period.start)) / Number(size),
      complete: complete && isComplete(period, counting.range, now),
    })),
  };
}
