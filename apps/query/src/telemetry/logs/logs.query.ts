import { LOGS } from '@svc/columnar';
import {
  isAfter,
  directionSql,
  nanoTimestamp,
  select,
  sql,
  type Direction,
  type Position,
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

export interface LogRow {
  readonly id: string;
  readonly time: string;
  readonly observed: string;
  readonly severity_number: number;
  readonly severity_text: string;
  readonly body: string;
  readonly event_name: string;
  readonly service_name: string;
  readonly environment: string;
  readonly release: string;
  readonly scope_name: string;
  readonly trace: string;
  readonly span: string;
  readonly distinct_id: string;
  readonly session_id: string;
  readonly attributes: Record<string, string>;
  readonly resource_hash: string;
}

// No alias is named like a column: the engine would use it in WHERE instead of the column.
const COLUMNS = sql`hex(log_id) AS id, toUnixTimestamp64Nano(timestamp) AS time,
  toUnixTimestamp64Nano(observed_timestamp) AS observed, severity_number, severity_text, body, event_name, service_name,
  environment, release, scope_name, lower(hex(trace_id)) AS trace, lower(hex(span_id)) AS span, distinct_id, session_id,
  attributes, resource_hash`;

export function selectLogs({ scope, slice, filter, direction, after: position, limit }: LogPage): Sql {
  const order = directionSql(direction);
  return select({
    columns: COLUMNS,
    from: LOGS,
    scope,
    during: slice,
    where: [position && isAfter(sql`timestamp, log_id`, nanoTimestamp(position.value), position, direction), ...filter],
    // Begins like the table's order key, so that the engine reads the newest five minutes first and stops with the page.
    orderBy: sql`toStartOfFiveMinutes(timestamp) ${order}, timestamp ${order}, log_id ${order}`,
    limit,
  });
}

/** Where a list that ends with the record goes on. */
export const positionOf = ({ time, id }: LogRow): Position => ({ value: BigInt(time), id });
