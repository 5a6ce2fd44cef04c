import { fieldValue } from '@svc/reading/search-language';
import { LOG_FIELDS, SPAN_FIELDS } from '@svc/reading/signals';
import { select, selectFrom, sql, uint8, unionAll, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOGS, METRIC_SERIES, SPANS } from '@svc/tables';
import { METRIC_FIELDS } from '../../metrics/fields/metric-fields.js';

/** Newest log records, spans and series whose values are counted: attributes are expensive to read. */
const SAMPLE = 20_000;

/** The signals of records, each with the table whose field is meant. */
const TABLES = { spans: SPAN_FIELDS, logs: LOG_FIELDS, series: METRIC_FIELDS } as const;

export interface SampledValues {
  readonly counts: keyof typeof TABLES;
  /** Number of records in a group of rows. */
  readonly amount: Sql;
  /** Rows with the column `value`. */
  readonly rows: Sql;
}

/** Whether values of the field can be counted: prose has none. */
export const isSampled = (field: string, scope: Scope): boolean =>
  Object.values(TABLES).every((table) => fieldValue(field, table, scope) !== undefined);

/** The values of an attribute, or of a searchable field, in the newest records of each signal. */
export function sampleValues(field: string, scope: Scope, range: TimeRange, isSeen: readonly Sql[]): SampledValues[] {
  const value = (counts: keyof typeof TABLES): Sql =>
    sql`${fieldValue(field, TABLES[counts], scope) ?? sql`''`} AS value`;
  const series = sql`${value('series')}, series_hash`;
  return [
    { counts: 'spans', amount: sql`count()`, rows: newestSpans(value('spans'), scope, range) },
    { counts: 'logs', amount: sql`count()`, rows: newestLogs(value('logs'), scope, range) },
    {
      counts: 'series',
      amount: sql`uniqExact(series_hash)`,
      rows: select({ columns: series, from: METRIC_SERIES, scope, where: isSeen, limit: SAMPLE }),
    },
  ];
}

/** The order is that of the table's key, so that the engine stops when the sample is full. */
const newestSpans = (value: Sql, scope: Scope, during: TimeRange): Sql =>
  select({
    columns: value,
    from: SPANS,
    scope,
    during,
    orderBy: sql`toStartOfInterval(timestamp, toIntervalSecond(10)) DESC`,
    limit: SAMPLE,
  });

/** Errors and other records are each stored in the order of time. */
function newestLogs(value: Sql, scope: Scope, during: TimeRange): Sql {
  const newest = ([0, 1] as const).map((isError) =>
    select({
      columns: sql`timestamp, ${value}`,
      from: LOGS,
      scope,
      during,
      where: [sql`is_error = ${uint8(isError)}`],
      orderBy: sql`timestamp DESC`,
      limit: SAMPLE,
    }),
  );
  return selectFrom(unionAll(newest), { columns: sql`value`, orderBy: sql`timestamp DESC`, limit: SAMPLE });
}
