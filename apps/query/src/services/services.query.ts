import { SAMPLED_MINUTES, SERVICE_MINUTES } from '@svc/columnar';
import { oneOf, select, sql, text, uint32, type Scope, type Sql, type TimeRange } from '../statement/index.js';
import { NANOSECONDS_PER_SECOND } from '../time/nanoseconds.js';

/** Rate, errors and duration of what a row stands for. */
export interface RequestsRow {
  readonly requests: string;
  readonly request_errors: string;
  readonly request_duration_ns: string;
  /** Nanoseconds at 0.5, 0.95 and 0.99; null where there was no request. */
  readonly percentiles: (number | null)[];
}

export interface ServiceRow extends RequestsRow {
  readonly service_name: string;
  readonly environment_names: string[];
  readonly spans: string;
  readonly latest: string;
}

/** SERVER is 2, CONSUMER is 5; a root of any kind began a request too. */
const IS_REQUEST = sql`(kind IN (2, 5) OR is_root = 1)`;

const REQUESTS = sql`sumIf(calls, ${IS_REQUEST}) AS requests, sumIf(errors, ${IS_REQUEST}) AS request_errors,
  sumIf(service_minutes.duration_ns, ${IS_REQUEST}) AS request_duration_ns,
  quantilesTDigestMergeIf(0.5, 0.95, 0.99)(durations, ${IS_REQUEST}) AS percentiles`;

/** `minutes` begins and ends at a full minute. */
export function selectServices(scope: Scope, minutes: TimeRange, environments: readonly string[], limit: number): Sql {
  return select({
    columns: sql`service_name, arraySort(groupUniqArray(toString(environment))) AS environment_names,
  ${REQUESTS},
  sum(calls) AS spans, toUnixTimestamp(max(minute)) AS latest`,
    from: SERVICE_MINUTES,
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

/** What sampling left out, of requests and of all spans. */
export interface LeftOutRow {
  readonly added_requests: number;
  readonly added_errors: number;
  readonly added_duration_ns: number;
  readonly added_spans: number;
}

const LEFT_OUT = sql`sumIf(added_calls, is_request = 1) AS added_requests, sumIf(sampled_minutes.added_errors, is_request = 1) AS added_errors,
  sumIf(sampled_minutes.added_duration_ns, is_request = 1) AS added_duration_ns, sum(added_calls) AS added_spans`;

/** Only services that sample. */
export function selectLeftOut(scope: Scope, minutes: TimeRange, environments: readonly string[], limit: number): Sql {
  return select({
    columns: sql`service_name, ${LEFT_OUT}`,
    from: SAMPLED_MINUTES,
    scope,
    during: minutes,
    where: [oneOf(sql`environment`, environments)],
    groupBy: sql`service_name`,
    orderBy: sql`service_name`,
    limit,
  });
}

/** Only buckets in which the service sampled. */
export function selectLeftOutBuckets({ scope, service, environments, range, width }: ServiceBuckets): Sql {
  return select({
    columns: sql`${bucketOf(width)} AS bucket, ${LEFT_OUT}`,
    from: SAMPLED_MINUTES,
    scope,
    during: range,
    where: [sql`service_name = ${text(service)}`, oneOf(sql`environment`, environments)],
    groupBy: sql`bucket`,
  });
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
    from: SERVICE_MINUTES,
    scope,
    during: range,
    where: [sql`service_name = ${text(service)}`, oneOf(sql`environment`, environments)],
    groupBy: sql`bucket`,
    orderBy: sql`bucket`,
  });
}

/** A row when the service ever sent a span that is still kept. */
export function selectKnownService(scope: Scope, service: string): Sql {
  return select({
    columns: sql`1`,
    from: SERVICE_MINUTES,
    scope,
    during: 'retention',
    where: [sql`service_name = ${text(service)}`],
    limit: 1,
  });
}
