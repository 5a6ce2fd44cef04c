import { idBytes, sql, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

/** The latest time that the time columns can hold, with a day of room for the search; later IDs belong to no record. */
const LATEST = 2n ** 63n - 1n - NANOSECONDS_PER_DAY;

/** The time that a log ID carries in its first half; undefined if no record can have it. */
export function toTimeRange(logId: string): TimeRange | undefined {
  const time = BigInt(`0x${logId.slice(0, 16)}`);
  return time < LATEST ? { from: time, to: time + 1n } : undefined;
}

/** Only together with the time that the ID carries. */
export const hasRecordId = (logId: string): Sql => sql`record_id = ${idBytes(logId.slice(16), 8)}`;
