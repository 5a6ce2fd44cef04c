import {
  count,
  int64,
  nanoseconds,
  select,
  selectFrom,
  sql,
  typed,
  uint32,
  uint8,
  unionAll,
  type RowsOf,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOGS } from '@svc/tables';
import { countRecords, type CountedRecords } from '../log-counts.query.js';
import { selectSampleStart, type LogSample } from '../log-sample.query.js';
import { MAX_MESSAGE_LENGTH } from './mine-patterns.js';

/** Equal parts of a window. */
export interface Buckets {
  readonly range: TimeRange;
  /** The start of the first bucket: at the start of the window or shortly before. */
  readonly origin: bigint;
  readonly width: bigint;
  readonly count: number;
  /** Whether all begin at whole minutes. */
  readonly isByMinute: boolean;
}

export type BucketCountRow = RowsOf<typeof selectBucketCounts>;

/** Number of records in each bucket that has any. */
export function selectBucketCounts(records: CountedRecords, buckets: Buckets) {
  const { origin, width } = buckets;
  const isByMinute = records.isByMinute && buckets.isByMinute;
  const columns = (time: Sql): Sql =>
    sql`intDiv(toUnixTimestamp64Nano(${time}) - ${int64(origin)}, ${int64(width)}) AS bucket`;
  return selectFrom(countRecords({ ...records, isByMinute }, columns, sql`bucket`), {
    columns: { bucket: typed('Int64', sql`bucket`), records: typed('UInt64', sql`sum(matching)`) },
    groupBy: sql`bucket`,
    having: [sql`records > 0`],
    orderBy: sql`bucket`,
  });
}

/** A bucket and the number of records to read from it. */
export interface BucketSample {
  readonly bucket: number;
  readonly records: LogSample;
}

/** The start of the newest records of each bucket, as many as its quota. */
export function selectBucketStarts(samples: readonly BucketSample[]) {
  return unionAll(
    samples.map(({ bucket, records }) =>
      selectFrom(selectSampleStart(records), {
        columns: {
          bucket: typed('UInt8', sql`${uint8(bucket)}`),
          start: typed('Int64', sql`start`),
          records: typed('UInt64', sql`records`),
        },
      }),
    ),
  );
}

export type MessageRow = RowsOf<typeof selectMessages>;

/** The messages of each bucket and how often each occurs. */
export function selectMessages(samples: readonly BucketSample[]) {
  return unionAll(
    samples.map(({ bucket, records: { scope, range, filter } }) =>
      select({
        columns: {
          bucket: typed('UInt8', sql`${uint8(bucket)}`),
          message: typed('String', sql`leftUTF8(body, ${uint32(MAX_MESSAGE_LENGTH)})`),
          records: count(),
          first: nanoseconds(sql`min(timestamp)`),
          latest: nanoseconds(sql`max(timestamp)`),
          // The ID of the latest record.
          id: typed('String', sql`hex(argMax(log_id, (timestamp, log_id)))`),
          // The most severe severity number.
          gravest: typed('UInt8', sql`max(severity_number)`),
        },
        from: LOGS,
        scope,
        during: range,
        where: filter,
        groupBy: sql`message`,
      }),
    ),
  );
}
