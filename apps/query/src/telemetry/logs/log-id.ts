import { idBytes, sql, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

/** What the time columns can hold, with room to look a day further; an id beyond it is of no record. */
const LATEST = 2n ** 63n - 1n - NANOSECONDS_PER_DAY;

/** The moment a log id carries in its first half; undefined where no record can have it. */
export function momentOf(logId: string): TimeRange | undefined {
  const time = BigInt(`0x${logId.slice(0, 16)}`);
  return time < LATEST ? { from: time, to: time + 1n } : undefined;
}

export const hasLogId = (logId: string): Sql => sql`log_id = ${idBytes(logId, 16)}`;
