import { LOGS } from '@svc/columnar';
import { select, sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** Records of a range; where there are more than `sample`, the newest of them. */
export interface LogSample {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  readonly sample: number;
}

export interface SampleStartRow {
  readonly start: string;
  readonly records: string;
}

/**
 * When the oldest of the newest records happened, and how many they are. Looks only at times, so that whole records are read of the
 * sample alone and not of all that is as new as it.
 */
export function selectSampleStart({ scope, range, filter, sample }: LogSample): Sql {
  const newest = select({
    columns: sql`timestamp`,
    from: LOGS,
    scope,
    during: range,
    where: filter,
    // Begins like the table's order key: the engine stops where the sample is full.
    orderBy: sql`toStartOfFiveMinutes(timestamp) DESC, timestamp DESC`,
    limit: sample,
  });
  return sql`SELECT toUnixTimestamp64Nano(min(timestamp)) AS start, count() AS records FROM (${newest})`;
}

/** Number of records in the window, those of the sample and all others. */
export function selectLogCount({ scope, range, filter }: LogSample): Sql {
  return select({ columns: sql`count() AS records`, from: LOGS, scope, during: range, where: filter });
}
