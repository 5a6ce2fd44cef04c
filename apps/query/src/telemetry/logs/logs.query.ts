import { LOG_COLUMNS, LOGS } from '@svc/tables';
import {
  directionSql,
  isAfter,
  nanoTimestamp,
  select,
  sql,
  tableColumns,
  type Direction,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface LogPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  readonly direction: Direction;
  readonly after: Position | undefined;
  readonly limit: number;
}

const COLUMNS = tableColumns(LOGS, [...LOG_COLUMNS, 'attributes', 'resource_hash']);
export type LogRow = RowOf<typeof COLUMNS>;

export function selectLogs({ scope, slice, filter, direction, after: position, limit }: LogPage): Sql<LogRow> {
  const order = directionSql(direction);
  return select({
    columns: COLUMNS,
    from: LOGS,
    scope,
    during: slice,
    where: [position && isAfter(sql`timestamp, log_id`, nanoTimestamp(position.value), position, direction), ...filter],
    // Starts like the table's order key, so that the engine reads the newest five minutes first and stops with the
    // page.
    orderBy: sql`toStartOfFiveMinutes(timestamp) ${order}, timestamp ${order}, log_id ${order}`,
    limit,
  });
}

/** The position of a record in a list. */
export const toPosition = (row: LogRow): Position => ({ value: BigInt(row.timestamp_ns), id: row.log_id_hex });
