import { LOGS } from '@svc/columnar';
import { int64, select, Sql, sql, uint32, uint8 } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { selectSampleStart, type LogSample } from '../log-sample.query.js';
import { LONGEST_MESSAGE } from './mine-patterns.js';

/** Equal parts of a window, from its start. */
export interface Buckets {
  readonly range: TimeRange;
  readonly width: bigint;
  readonly count: number;
}

export interface BucketCountRow {
  readonly bucket: string;
  readonly records: string;
}

/** Number of records in each bucket that has some. */
export function selectBucketCounts(records: LogSample, { range, width }: Buckets): Sql {
  return select({
    columns: sql`intDiv(toUnixTimestamp64Nano(timestamp) - ${int64(range.from)}, ${int64(width)}) AS bucket, count() AS records`,
    from: LOGS,
    scope: records.scope,
    during: records.range,
    where: records.filter,
    groupBy: sql`bucket`,
    orderBy: sql`bucket`,
  });
}

/** A bucket and which of its records to read. */
export interface BucketSample {
  readonly bucket: number;
  readonly records: LogSample;
}

export interface BucketStartRow extends BucketCountRow {
  readonly start: string;
}

/** Where the newest records of each bucket begin, as many as each is given. */
export function selectBucketStarts(samples: readonly BucketSample[]): Sql {
  return union(samples, ({ bucket, records }) => {
    return sql`SELECT ${uint8(bucket)} AS bucket, start, records FROM (${selectSampleStart(records)})`;
  });
}

export interface MessageRow extends BucketCountRow {
  readonly message: string;
  /** Nanoseconds. */
  readonly first: string;
  readonly latest: string;
  /** Of the latest. */
  readonly id: string;
  /** The gravest severity number. */
  readonly gravest: number;
}

/** The messages of each bucket with how often each occurs. */
export function selectMessages(samples: readonly BucketSample[]): Sql {
  return union(samples, ({ bucket, records: { scope, range, filter } }) =>
    select({
      columns: sql`${uint8(bucket)} AS bucket, leftUTF8(body, ${uint32(LONGEST_MESSAGE)}) AS message, count() AS records,
  toUnixTimestamp64Nano(min(timestamp)) AS first, toUnixTimestamp64Nano(max(timestamp)) AS latest,
  hex(argMax(log_id, (timestamp, log_id))) AS id, max(severity_number) AS gravest`,
      from: LOGS,
      scope,
      during: range,
      where: filter,
      groupBy: sql`message`,
    }),
  );
}

function union(samples: readonly BucketSample[], selection: (sample: BucketSample) => Sql): Sql {
  return Sql.join(samples.map(selection), '\nUNION ALL\n');
}
