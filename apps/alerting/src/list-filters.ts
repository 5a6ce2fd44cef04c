import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidField } from '@svc/service-error';

/** The values of a repeated filter without duplicates, in an order that does not depend on the request. */
export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted();
}

/** @throws ServiceError invalid_request if the range is empty. */
export function toTimeRange({ startTime, endTime }: { startTime?: Timestamp; endTime?: Timestamp }) {
  const [from, to] = [toDate(startTime), toDate(endTime)];
  if (from && to && from >= to) throw invalidField('end_time', 'must be later than start_time');
  return { from, to };
}

/** Stored times have milliseconds, so a bound between two of them is the later one. */
function toDate(time: Timestamp | undefined): Date | undefined {
  if (!time) return undefined;
  const isBetween = time.nanos % 1_000_000 > 0;
  return new Date(timestampDate(time).getTime() + (isBetween ? 1 : 0));
}
