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
import { LOG_COLUMNS, LOGS } from '@svc/tables';

export interface LogPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  /** Conditions from `logFilters`. */
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
    where: [isAfterPage(position, direction), ...filter],
    orderBy: sql`timestamp ${order}, record_id ${order}`,
    limit,
  });
}

/** The condition for the next page. A position has the whole ID of a record; its first half is the time. */
function isAfterPage(position: Position | undefined, direction: Direction): Sql | undefined {
  if (!position) return undefined;
  const { value, id } = position;
  return isAfter(sql`timestamp, record_id`, nanoTimestamp(value), { value, id: id.slice(16) }, direction);
}

/** The position of a record in a list. */
export const toPosition = (row: LogRow): Position => ({ value: BigInt(row.timestamp_ns), id: row.log_id_hex });
