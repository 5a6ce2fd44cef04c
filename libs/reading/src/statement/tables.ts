import {
  EVENT_NAMES_DAILY,
  EVENTS,
  GROUP_REGISTERS,
  GROUP_SEEN,
  IDENTITY_LINKS,
  LOGS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_DELETIONS,
  METRIC_HISTOGRAMS,
  METRIC_LIMITED_POINTS,
  METRIC_POINTS,
  METRIC_SEEN,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  PERSON_OVERRIDES,
  PERSON_REGISTERS,
  PERSON_SEEN,
  REQUEST_MINUTES,
  RESOURCES,
  SERVICE_MINUTES,
  SPANS,
  TRACE_SUMMARIES,
  USAGE_HOURS,
  type TableDefinition,
} from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import type { Scope } from './scope.js';
import { nanoTimestamp, sql, uint32, type Sql } from './sql.js';
import type { TimeRange } from '../time/index.js';

/** Rows of one table that a statement may touch: always of one project and, where the table has a time, of a range of it. */
export interface BoundedTable {
  readonly from: TableDefinition;
  readonly scope: Scope;
  /** Required where the table has a time; `'retention'` takes all of it and must be narrowed by a key. */
  readonly during?: TimeRange | 'retention';
  readonly where?: readonly (Sql | undefined)[];
}

/** The conditions every statement over the table carries, its own last. */
export function tableBounds(table: BoundedTable): Sql[] {
  const { scope, where = [] } = table;
  return [sql`project_number = ${uint32(scope.projectNumber)}`, timeBound(table), ...where].filter(
    (condition) => condition !== undefined,
  );
}

export function tableName(table: TableDefinition): Sql {
  return known(table).name;
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
  [REQUEST_MINUTES, { name: sql`request_minutes`, bound: byMinute }],
  [SERVICE_MINUTES, { name: sql`service_minutes`, bound: byMinute }],
  [METRIC_SERIES, { name: sql`metric_series` }],
  [METRIC_SEEN, { name: sql`metric_seen` }],
  [METRIC_LIMITED_POINTS, { name: sql`metric_limited_points`, bound: byDay }],
  [METRIC_DELETIONS, { name: sql`metric_deletions` }],
  [USAGE_HOURS, { name: sql`usage_hours`, bound: byHour }],
  [RESOURCES, { name: sql`resources` }],
  [EVENT_NAMES_DAILY, { name: sql`event_names_daily`, bound: byDay }],
  [EVENTS, { name: sql`events`, bound: byDate }],
  [PERSON_REGISTERS, { name: sql`person_registers` }],
  [PERSON_SEEN, { name: sql`person_seen` }],
  [PERSON_OVERRIDES, { name: sql`person_overrides` }],
  [IDENTITY_LINKS, { name: sql`identity_links` }],
  [GROUP_REGISTERS, { name: sql`group_registers` }],
  [GROUP_SEEN, { name: sql`group_seen` }],
]);

function timeBound({ from, during }: BoundedTable): Sql | undefined {
  const { bound } = known(from);
  if (!bound || during === 'retention') return undefined;
  if (!during)
    throw new ServiceError('internal', { cause: new Error(`${from.name} was touched without a time range.`) });
  return bound(during);
}

function known(table: TableDefinition): { name: Sql; bound?: (range: TimeRange) => Sql } {
  const entry = TABLES.get(table);
  if (!entry) throw new ServiceError('internal', { cause: new Error(`${table.name} has no bounds.`) });
  return entry;
}

function byTimestamp({ from, to }: TimeRange): Sql {
  return sql`timestamp >= ${nanoTimestamp(from)} AND timestamp < ${nanoTimestamp(to)}`;
}

/** The key's second column by name: the engine does not conclude from the timestamp to its five minutes. */
export function byFiveMinutes(range: TimeRange): Sql {
  return sql`toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(${nanoTimestamp(range.from)})
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(${nanoTimestamp(range.to - 1n)})
  AND ${byTimestamp(range)}`;
}

/** The key's second column by name, as for five minutes. */
function byDate(range: TimeRange): Sql {
  return sql`toDate(timestamp) >= toDate(${nanoTimestamp(range.from)}) AND toDate(timestamp) <= toDate(${nanoTimestamp(range.to - 1n)})
  AND ${byTimestamp(range)}`;
}

function byDay({ from, to }: TimeRange): Sql {
  return sql`day >= toDate(${nanoTimestamp(from)}) AND day <= toDate(${nanoTimestamp(to - 1n)})`;
}

function byHour({ from, to }: TimeRange): Sql {
  return sql`hour >= toDateTime(${nanoTimestamp(from)}) AND hour < toDateTime(${nanoTimestamp(to)})`;
}

function byMinute({ from, to }: TimeRange): Sql {
  return sql`minute >= toDateTime(${nanoTimestamp(from)}) AND minute < toDateTime(${nanoTimestamp(to)})`;
}
