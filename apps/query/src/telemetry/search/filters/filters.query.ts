import { MAX_VALUE_LENGTH, namedValue } from '@svc/reading/search-language';
import { KINDS, LEVELS } from '@svc/reading/signals';
import { Sql, select, selectFrom, sql, typed, uint32, unionAll, type RowsOf, type Scope } from '@svc/reading/statement';
import {
  ceilTo,
  floorTo,
  isEmpty,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  splitAt,
  type TimeRange,
} from '@svc/reading/time';
import {
  LOG_MINUTES,
  LOGS,
  METRIC_SERIES,
  REQUEST_HOURS,
  REQUEST_MINUTES,
  SERVICE_HOURS,
  SERVICE_MINUTES,
  SPANS,
  type TableDefinition,
} from '@svc/tables';
import { mayBeSeenSince, selectSeenMetrics } from '../../metrics/metric-seen.query.js';
import { isSampled, sampleValues, type SampledValues } from './attribute-values.query.js';

/** The fields whose values are counted in all records; those of others are counted in a sample. */
export const FILTER_FIELDS = [
  'service',
  'environment',
  'level',
  'operation',
  'kind',
  'release',
  'scope',
  'event_name',
  'metric',
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** Whether the values of a field can be listed. */
export const hasValues = (field: string, scope: Scope): boolean =>
  field !== '' && (FILTER_FIELDS.some((name) => name === field) || isSampled(field, scope));

export type FilterValueRow = RowsOf<typeof selectFilterValues>;

/** The values of a field over all tables that have it, the most frequent first. */
export function selectFilterValues(field: string, scope: Scope, range: TimeRange, limit: number) {
  const known = FILTER_FIELDS.find((name) => name === field);
  const counted = known
    ? SOURCES[known].map((source) => countIn(source, scope, range))
    : sampleValues(field, scope, range, seriesSince(scope, range.from)).map(countSampled);
  return selectFrom(Sql.join(counted, '\nUNION ALL\n'), {
    columns: {
      value: typed('String', sql`value`),
      span_total: typed('UInt64', sql`sum(span_records)`),
      log_total: typed('UInt64', sql`sum(log_records)`),
      series_total: typed('UInt64', sql`sum(series_records)`),
    },
    where: [sql`value != ''`],
    groupBy: sql`value`,
    // A value whose records were all deleted.
    having: [sql`span_total + log_total + series_total > 0`],
    orderBy: sql`span_total + log_total + series_total DESC, value`,
    limit: limit,
  });
}

/** The table of a field, and the unit that its rows count. */
interface Source {
  readonly from: TableDefinition;
  /** The table of the same counts by hour, for a table by minute. */
  readonly hours?: TableDefinition;
  readonly column: Sql;
  readonly counts: 'spans' | 'logs' | 'series';
  /** The number of items in a group of rows. */
  readonly amount: Sql;
  /** The names of a numeric column's values. */
  readonly names?: Parameters<typeof namedValue>[1];
}

const services = (column: Sql): Source => ({
  from: REQUEST_MINUTES,
  hours: REQUEST_HOURS,
  column,
  counts: 'spans',
  amount: sql`sum(spans)`,
});
const operations = (column: Sql): Source => ({
  from: SERVICE_MINUTES,
  hours: SERVICE_HOURS,
  column,
  counts: 'spans',
  amount: sql`sum(calls)`,
});
const spans = (column: Sql): Source => ({ from: SPANS, column, counts: 'spans', amount: sql`count()` });
const logMinutes = (column: Sql): Source => ({ from: LOG_MINUTES, column, counts: 'logs', amount: sql`sum(records)` });
const logs = (column: Sql): Source => ({ from: LOGS, column, counts: 'logs', amount: sql`count()` });
const series = (column: Sql): Source => ({
  from: METRIC_SERIES,
  column,
  counts: 'series',
  amount: sql`uniqExact(series_hash)`,
});

const SOURCES: Record<FilterField, readonly Source[]> = {
  service: [services(sql`service_name`), logMinutes(sql`service_name`), series(sql`service_name`)],
  environment: [services(sql`environment`), logMinutes(sql`environment`), series(sql`environment`)],
  level: [{ ...logMinutes(sql`severity_number`), names: LEVELS }],
  operation: [operations(sql`operation`)],
  kind: [{ ...operations(sql`kind`), names: KINDS }],
  release: [spans(sql`release`), logs(sql`release`)],
  scope: [spans(sql`scope_name`), logs(sql`scope_name`), series(sql`scope_name`)],
  event_name: [logs(sql`event_name`)],
  metric: [series(sql`metric_name`)],
};

/** Counts stored values first and names them afterwards: rows are many, values few. */
function countIn({ from, hours, column, counts, amount, names }: Source, scope: Scope, range: TimeRange): Sql {
  const minutes = from.timeBound === 'minute' ? wholeMinutes(range) : range;
  const { whole, edges } = hours ? splitAt(minutes, NANOSECONDS_PER_HOUR) : { whole: undefined, edges: [minutes] };
  const columns = countColumns(counts, amount);
  const countPart = (table: TableDefinition, during: TimeRange): Sql =>
    select({
      columns: sql`${column} AS stored, ${columns}`,
      from: table,
      scope,
      ...(table !== METRIC_SERIES && { during }),
      where: table === METRIC_SERIES ? seriesSince(scope, range.from) : [],
      groupBy: sql`stored`,
    });
  const parts = edges.map((edge) => countPart(from, edge));
  if (hours && whole && !isEmpty(whole)) parts.push(countPart(hours, whole));
  const value = names ? namedValue(sql`stored`, names) : sql`toString(stored)`;
  const kinds = Sql.join(Object.values(RECORDS), ', ');
  return sql`SELECT leftUTF8(${value}, ${uint32(MAX_VALUE_LENGTH)}) AS value, ${kinds}
FROM (
${unionAll(parts)}
)`;
}

function countColumns(counts: 'spans' | 'logs' | 'series', amount: Sql): Sql {
  const columns = (['spans', 'logs', 'series'] as const).map(
    (kind) => sql`toUInt64(${kind === counts ? amount : sql`0`}) AS ${RECORDS[kind]}`,
  );
  return Sql.join(columns, ', ');
}

const countSampled = ({ counts, amount, rows }: SampledValues): Sql =>
  sql`SELECT value, ${countColumns(counts, amount)}
FROM (
${rows}
)
GROUP BY value`;

function seriesSince(scope: Scope, since: bigint): Sql[] {
  const seen = sql`SELECT name FROM (${selectSeenMetrics(scope, since)})`;
  return [mayBeSeenSince(since), sql`metric_name IN (${seen})`];
}

const RECORDS = { spans: sql`span_records`, logs: sql`log_records`, series: sql`series_records` };

function wholeMinutes({ from, to }: TimeRange): TimeRange {
  return { from: floorTo(from, NANOSECONDS_PER_MINUTE), to: ceilTo(to, NANOSECONDS_PER_MINUTE) };
}
