import {
  finite,
  oneOf,
  select,
  selectFrom,
  sql,
  Sql,
  stringParam,
  tableColumns,
  typed,
  uint32,
  unionAll,
  type RowOf,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_SECOND, splitAt, type TimeRange } from '@svc/reading/time';
import { REQUEST_FIGURE_NAMES, REQUEST_HOURS, REQUEST_MINUTES } from '@svc/tables';

/** Rate, errors and duration of a group of rows. */
const REQUESTS = {
  // Figures of stored spans.
  request_total: typed('UInt64', sql`sum(requests)`),
  error_total: typed('UInt64', sql`sum(errors)`),
  duration_total: typed('UInt64', sql`sum(duration_ns)`),
  // The parts of the three figures above that sampling left out.
  left_out_requests: finite(sql`sum(added_requests)`),
  left_out_errors: finite(sql`sum(added_errors)`),
  left_out_duration: finite(sql`sum(added_duration_ns)`),
  // All spans, including those that are not requests; 0 if none was sampled.
  left_out_spans: finite(sql`sum(added_spans)`),
  // Nanoseconds at 0.5, 0.95 and 0.99; null without requests.
  percentiles: typed('Array(Float64)', sql`quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)`),
};
export type RequestsRow = RowOf<typeof REQUESTS>;
export type ServiceRow = RowsOf<typeof selectServices>;

/** `minutes` starts and ends at a full minute. */
export function selectServices(scope: Scope, minutes: TimeRange, environments: readonly string[], limit: number) {
  const where = [oneOf(sql`environment`, environments)];
  return selectFrom(selectFigures(scope, minutes, where), {
    columns: {
      ...tableColumns(REQUEST_MINUTES, ['service_name']),
      environment_names: typed('Array(String)', sql`arraySort(groupUniqArray(toString(environment)))`),
      ...REQUESTS,
      span_total: typed('UInt64', sql`sum(spans)`),
      latest: typed('UInt32', sql`toUnixTimestamp(max(last_minute))`),
    },
    groupBy: sql`service_name`,
    orderBy: sql`service_name`,
    limit,
  });
}

/** Rows of whole hours where the range has them, and of minutes for the rest, so that a day has few rows. */
function selectFigures(scope: Scope, minutes: TimeRange, where: readonly (Sql | undefined)[]): Sql {
  const { whole, edges } = splitAt(minutes, NANOSECONDS_PER_HOUR);
  const figures = Sql.join(
    ['service_name', 'environment', ...REQUEST_FIGURE_NAMES].map((name) => Sql.identifier(name)),
    ', ',
  );
  const byMinute = edges.map((during) =>
    select({ columns: sql`${figures}, minute AS last_minute`, from: REQUEST_MINUTES, scope, during, where }),
  );
  if (isEmpty(whole)) return unionAll(byMinute);
  const byHour = select({ columns: sql`${figures}, last_minute`, from: REQUEST_HOURS, scope, during: whole, where });
  return unionAll([byHour, ...byMinute]);
}

/** One service's minutes, in buckets of `width`. */
export interface ServiceBuckets {
  readonly scope: Scope;
  readonly service: string;
  readonly environments: readonly string[];
  /** Starts and ends with a bucket. */
  readonly range: TimeRange;
  /** Nanoseconds; whole minutes. */
  readonly width: bigint;
}

export type BucketRow = RowsOf<typeof selectBuckets>;

function toBucket(width: bigint): Sql {
  const seconds = uint32(Number(width / NANOSECONDS_PER_SECOND));
  return sql`intDiv(toUnixTimestamp(minute), ${seconds}) * ${seconds}`;
}

/** Only buckets in which the service sent a span. */
export function selectBuckets({ scope, service, environments, range, width }: ServiceBuckets) {
  return select({
    columns: {
      // The start of the bucket in seconds.
      bucket: typed('UInt64', toBucket(width)),
      ...REQUESTS,
    },
    from: REQUEST_MINUTES,
    scope,
    during: range,
    where: [sql`service_name = ${stringParam(service)}`, oneOf(sql`environment`, environments)],
    groupBy: sql`bucket`,
    orderBy: sql`bucket`,
  });
}

/** A row if the service sent a span that is still stored. */
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
