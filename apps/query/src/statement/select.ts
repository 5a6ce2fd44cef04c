import {
  LOGS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  RESOURCES,
  SERVICE_MINUTES,
  SPANS,
  TRACE_SUMMARIES,
  type TableDefinition,
} from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import type { Scope } from './scope.js';
import { allOf, moment, sql, Sql, uint32, uint64 } from './sql.js';
import type { TimeRange } from './window.js';

export interface Selection {
  readonly columns: Sql;
  readonly from: TableDefinition;
  readonly scope: Scope;
  /** Required where the table has a time; `'retention'` reads all of it and must be narrowed by a key. */
  readonly during?: TimeRange | 'retention';
  readonly where?: readonly (Sql | undefined)[];
  readonly groupBy?: Sql;
  readonly having?: readonly (Sql | undefined)[];
  /** `name AS (...)`, for window functions. */
  readonly window?: Sql;
  readonly orderBy?: Sql;
  readonly limit?: number;
}

/**
 * The only place that names a table: a SELECT over one table, always inside one project and, where the table has a time, inside a
 * range of it. Subselects are made by the same function, so they are bounded too.
 */
export function select(selection: Selection): Sql {
  const { columns, from, scope, where = [], groupBy, having, window, orderBy, limit } = selection;
  const bounds = [sql`project_number = ${uint32(scope.projectNumber)}`, timeBound(selection), ...where];
  const conditions = bounds.filter((condition) => condition !== undefined);
  return Sql.join(
    [
      sql`SELECT ${columns}`,
      sql`FROM ${tableName(from)}`,
      sql`WHERE ${Sql.join(conditions, '\n  AND ')}`,
      ...(groupBy ? [sql`GROUP BY ${groupBy}`] : []),
      ...(having ? [sql`HAVING ${allOf(having)}`] : []),
      ...(window ? [sql`WINDOW ${window}`] : []),
      ...(orderBy ? [sql`ORDER BY ${orderBy}`] : []),
      ...(limit === undefined ? [] : [sql`LIMIT ${uint64(limit)}`]),
    ],
    '\n',
  );
}

/** Table names are constants: this spells out each, because text of ours only comes from template literals. */
const TABLES = new Map<TableDefinition, { name: Sql; bound?: (range: TimeRange) => Sql }>([
  [LOGS, { name: sql`logs`, bound: byFiveMinutes }],
  [SPANS, { name: sql`spans`, bound: byFiveMinutes }],
  [METRIC_POINTS, { name: sql`metric_points`, bound: byTimestamp }],
  [METRIC_HISTOGRAMS, { name: sql`metric_histograms`, bound: byTimestamp }],
  [METRIC_EXPONENTIAL_HISTOGRAMS, { name: sql`metric_exponential_histograms`, bound: byTimestamp }],
  [METRIC_SUMMARIES, { name: sql`metric_summaries`, bound: byTimestamp }],
  [TRACE_SUMMARIES, { name: sql`trace_summaries`, bound: byDay }],
  [SERVICE_MINUTES, { name: sql`service_minutes`, bound: byMinute }],
  [METRIC_SERIES, { name: sql`metric_series` }],
  [RESOURCES, { name: sql`resources` }],
]);

function tableName(table: TableDefinition): Sql {
  return known(table).name;
}

function timeBound({ from, during }: Selection): Sql | undefined {
  const { bound } = known(from);
  if (!bound || during === 'retention') return undefined;
  if (!during) throw new ServiceError('internal', { cause: new Error(`${from.name} was read without a time range.`) });
  return bound(during);
}

function known(table: TableDefinition): { name: Sql; bound?: (range: TimeRange) => Sql } {
  const entry = TABLES.get(table);
  if (!entry) throw new ServiceError('internal', { cause: new Error(`${table.name} has no reader.`) });
  return entry;
}

function byTimestamp({ from, to }: TimeRange): Sql {
  return sql`timestamp >= ${moment(from)} AND timestamp < ${moment(to)}`;
}

/** The key's second column by name: the engine does not conclude from the timestamp to its five minutes. */
function byFiveMinutes(range: TimeRange): Sql {
  return sql`toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(${moment(range.from)})
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(${moment(range.to - 1n)})
  AND ${byTimestamp(range)}`;
}

function byDay({ from, to }: TimeRange): Sql {
  return sql`day >= toDate(${moment(from)}) AND day <= toDate(${moment(to - 1n)})`;
}

function byMinute({ from, to }: TimeRange): Sql {
  return sql`minute >= toDateTime(${moment(from)}) AND minute < toDateTime(${moment(to)})`;
}
