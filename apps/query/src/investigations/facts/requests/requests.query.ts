import { MAX_SERVICES } from '@svc/investigations';
import { finite, oneOf, select, sql, typed, uint32, type RowsOf, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { REQUEST_MINUTES, SPANS, type TableDefinition } from '@svc/tables';
import { IS_REQUEST } from '../sample/span-totals.query.js';

export interface RequestSelection {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly environments: readonly string[];
  /** Whole seconds. */
  readonly bucketSeconds: number;
  /** Services that are kept, however few requests they have. */
  readonly services: readonly string[];
  readonly limit: number;
}

export type RequestBucketRow = RowsOf<typeof selectRequestMinutes>;

const toBucket = (seconds: Sql, width: number): Sql => sql`intDiv(${seconds}, ${uint32(width)}) * ${uint32(width)}`;

/** The services with most requests, and those that are kept. */
function isBusy(
  from: TableDefinition,
  requests: Sql,
  { scope, range, environments, services }: RequestSelection,
  where: readonly Sql[] = [],
): Sql {
  const busiest = select({
    columns: sql`service_name`,
    from,
    scope,
    during: range,
    where: [oneOf(sql`environment`, environments), ...where],
    groupBy: sql`service_name`,
    orderBy: sql`${requests} DESC, service_name`,
    limit: MAX_SERVICES,
  });
  const isKept = oneOf(sql`service_name`, services);
  return isKept ? sql`(service_name IN (${busiest}) OR ${isKept})` : sql`service_name IN (${busiest})`;
}

/** Requests of each of the services with most requests by bucket, from minutes. */
export function selectRequestMinutes(selection: RequestSelection) {
  const { scope, range, environments, bucketSeconds, limit } = selection;
  return select({
    columns: {
      service: typed('String', sql`service_name`),
      // The start of the bucket in seconds.
      bucket: typed('UInt64', toBucket(sql`toUnixTimestamp(minute)`, bucketSeconds)),
      request_total: finite(sql`toFloat64(sum(requests)) + sum(added_requests)`),
      error_total: finite(sql`toFloat64(sum(errors)) + sum(added_errors)`),
      // Nanoseconds at 0.5, 0.95 and 0.99; null without requests.
      percentiles: typed('Array(Float64)', sql`quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)`),
    },
    from: REQUEST_MINUTES,
    scope,
    during: range,
    where: [
      oneOf(sql`environment`, environments),
      isBusy(REQUEST_MINUTES, sql`toFloat64(sum(requests)) + sum(added_requests)`, selection),
    ],
    groupBy: sql`service, bucket`,
    having: [sql`request_total > 0`],
    orderBy: sql`service, bucket`,
    limit,
  });
}

/** The same from spans, for buckets that are shorter than a minute. */
export function selectRequestSpans(selection: RequestSelection) {
  const { scope, range, environments, bucketSeconds, limit } = selection;
  return select({
    columns: {
      service: typed('String', sql`service_name`),
      bucket: typed('UInt64', toBucket(sql`intDiv(toUnixTimestamp64Nano(timestamp), 1000000000)`, bucketSeconds)),
      request_total: finite(sql`sum(adjusted_count)`),
      error_total: finite(sql`sumIf(adjusted_count, status_code = 2)`),
      percentiles: typed('Array(Float64)', sql`quantilesTDigest(0.5, 0.95, 0.99)(duration_ns)`),
    },
    from: SPANS,
    scope,
    during: range,
    where: [
      oneOf(sql`environment`, environments),
      IS_REQUEST,
      isBusy(SPANS, sql`sum(adjusted_count)`, selection, [IS_REQUEST]),
    ],
    groupBy: sql`service, bucket`,
    orderBy: sql`service, bucket`,
    limit,
  });
}
