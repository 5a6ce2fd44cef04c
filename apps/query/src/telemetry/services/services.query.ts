import { REQUEST_MINUTES } from '@svc/columnar';
import { oneOf, select, sql, stringParam, uint32, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';

/** Rate, errors and duration of what a row stands for. */
export interface RequestsRow {
  /** Of what is stored. */
  readonly request_total: string;
  readonly error_total: string;
  readonly duration_total: string;
  /** What sampling left out of the three. */
  readonly left_out_requests: number;
  readonly left_out_errors: number;
  readonly left_out_duration: number;
  /** Of all spans, requests or not; 0 where none was sampled. */
  readonly left_out_spans: number;
  /** Nanoseconds at 0.5, 0.95 and 0.99; null where there was no request. */
  readonly percentiles: (number | null)[];
}

export interface ServiceRow extends RequestsRow {
  readonly service_name: string;
  readonly environment_names: string[];
  readonly span_total: string;
  readonly latest: string;
}

const REQUESTS = sql`sum(requests) AS request_total, sum(errors) AS error_total, sum(duration_ns) AS duration_total,
  sum(added_requests) AS left_out_requests, sum(added_errors) AS left_out_errors, sum(added_duration_ns) AS left_out_duration,
  sum(added_spans) AS left_out_spans, quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) AS percentiles`;

/** `minutes` begins and ends at a full minute. */
export function selectServices(scope: Scope, minutes: TimeRange, environments: readonly string[], limit: number): Sql {
  return select({
    columns: sql`service_name, arraySort(groupUniqArray(toString(environment))) AS environment_names,
  ${REQUESTS},
  sum(spans) AS span_total, toUnixTimestamp(max(minute)) AS latest`,
    from: REQUEST_MINUTES,
    scope,
    during: minutes,
    where: [oneOf(sql`environment`, environments)],
    groupBy: sql`service_name`,
    orderBy: sql`service_name`,
    limit,
  });
}

/** One service's minutes, in buckets of `width`. */
export interface ServiceBuckets {
  readonly scope: Scope;
  readonly service: string;
  readonly environments: readonly string[];
  /** Begins and ends with a bucket. */
  readonly range: TimeRange;
  /** Nanoseconds; whole minutes. */
  readonly width: bigint;
}

export interface BucketRow extends RequestsRow {
  /** Start of the bucket in seconds. */
  readonly bucket: string;
}

function bucketOf(width: bigint): Sql {
  const seconds = uint32(Number(width / NANOSECONDS_PER_SECOND));
  return sql`intDiv(toUnixTimestamp(minute), ${seconds}) * ${seconds}`;
}

/** Only buckets in which the service sent a span. */
export function selectBuckets({ scope, service, environments, range, width }: ServiceBuckets): Sql {
  return select({
    columns: sql`${bucketOf(width)} AS bucket,
  ${REQUESTS}`,
    from: REQUEST_MINUTES,
    scope,
    during: range,
    where: [sql`service_name = ${stringParam(service)}`, oneOf(sql`environment`, environments)],
    groupBy: sql`bucket`,
    orderBy: sql`bucket`,
  });
}

/** A row when the service ever sent a span that is still kept. */
export function selectKnownService(scope: Scope, service: string): Sql {
  return select({
    columns: sql`1`,
    from: REQUEST_MINUTES,
    scope,
    during: 'retention',
    where: [sql`service_name = ${stringParam(service)}`],
    limit: 1,
  });
}
