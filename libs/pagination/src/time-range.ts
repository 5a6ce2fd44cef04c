import { invalidField } from '@svc/service-error';

/** A time of a request: seconds since 1970 and the nanoseconds after them. */
interface RequestTime {
  readonly seconds: bigint;
  readonly nanos: number;
}

/**
 * The bounds of a list by a stored time, the first inclusive.
 *
 * @throws ServiceError invalid_request if the range is empty.
 */
export function toTimeRange({ startTime, endTime }: { startTime?: RequestTime; endTime?: RequestTime }) {
  const [from, to] = [toDate(startTime), toDate(endTime)];
  if (from && to && from >= to) throw invalidField('end_time', 'must be later than start_time');
  return { from, to };
}

/** Stored times have milliseconds, so a bound between two of them is the later one. */
const toDate = (time: RequestTime | undefined): Date | undefined =>
  time && new Date(Number(time.seconds) * 1_000 + Math.ceil(time.nanos / 1_000_000));
