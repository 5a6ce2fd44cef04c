import { SERVICE_MINUTES } from '@svc/columnar';
import { oneOf, select, sql, type Scope, type Sql, type TimeRange } from '../statement/index.js';

export interface ServiceRow {
  readonly service_name: string;
  readonly environment_names: string[];
  readonly requests: string;
  readonly request_errors: string;
  readonly request_duration_ns: string;
  /** Nanoseconds at 0.5, 0.95 and 0.99; null where there was no request. */
  readonly percentiles: (number | null)[];
  readonly spans: string;
  readonly latest: string;
}

/** SERVER is 2, CONSUMER is 5; a root of any kind began a request too. */
const IS_REQUEST = sql`(kind IN (2, 5) OR is_root = 1)`;

/** `minutes` begins and ends at a full minute. */
export function selectServices(scope: Scope, minutes: TimeRange, environments: readonly string[], limit: number): Sql {
  return select({
    columns: sql`service_name, arraySort(groupUniqArray(toString(environment))) AS environment_names,
  sumIf(calls, ${IS_REQUEST}) AS requests, sumIf(errors, ${IS_REQUEST}) AS request_errors,
  sumIf(service_minutes.duration_ns, ${IS_REQUEST}) AS request_duration_ns,
  quantilesTDigestMergeIf(0.5, 0.95, 0.99)(durations, ${IS_REQUEST}) AS percentiles,
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
