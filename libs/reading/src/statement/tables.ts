import { ServiceError } from '@svc/service-error';
import type { TableDefinition, TimeBound } from '@svc/tables';
import { nanoTimestamp, Sql, sql, uint32 } from '@svc/tables/sql';
import { storableRange, type TimeRange } from '../time/index.js';
import type { Scope } from './scope.js';

/**
 * The rows of one table that a statement may read: always of one project and, if the table has a time, of a time range.
 */
export interface BoundedTable {
  readonly from: TableDefinition;
  readonly scope: Scope;
  /** Required if the table has a time; `'retention'` covers all of it and must be narrowed by a key. */
  readonly during?: TimeRange | 'retention';
  readonly where?: readonly (Sql | undefined)[];
}

/** The conditions that every statement on the table carries, followed by its own. */
export function tableBounds(table: BoundedTable): Sql[] {
  const { from, scope, where = [] } = table;
  const ofProject = sql`${Sql.identifier(from.scope)} = ${uint32(scope.projectNumber)}`;
  return [Sql.boundTo(scope.projectNumber, ofProject), timeBound(table), ...where].filter(
    (condition) => condition !== undefined,
  );
}

export function tableName({ name }: TableDefinition): Sql {
  if (name.includes('.'))
    throw new ServiceError('internal', { cause: new Error(`${name} belongs to another database.`) });
  return Sql.identifier(name);
}

function timeBound({ from, during }: BoundedTable): Sql | undefined {
  if (!from.timeBound || during === 'retention') return undefined;
  if (!during) throw new ServiceError('internal', { cause: new Error(`${from.name} needs a time range.`) });
  return BOUNDS[from.timeBound](storableRange(during));
}

const BOUNDS: Readonly<Record<TimeBound, (range: TimeRange) => Sql>> = {
  timestamp: byTimestamp,
  'date-of-timestamp': byDate,
  day: byDay,
  hour: byHour,
  minute: byMinute,
};

export function byTimestamp({ from, to }: TimeRange): Sql {
  return sql`timestamp >= ${nanoTimestamp(from)} AND timestamp < ${nanoTimestamp(to)}`;
}

/** Bounds the key's second column explicitly: the engine does not infer the date from the timestamp. */
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
