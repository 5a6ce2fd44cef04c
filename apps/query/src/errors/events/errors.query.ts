import {
  isAfter,
  nanoTimestamp,
  select,
  sql,
  tableColumns,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS } from '@svc/tables';

export interface ErrorPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  /** Conditions from `errorFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The columns of an error event without its stack. */
export const ERROR_COLUMNS = tableColumns(ERRORS, [
  'timestamp',
  'error_id',
  'variant',
  'source',
  'level',
  'handled',
  'type',
  'message',
  'culprit',
  'platform',
  'mechanism',
  'dist',
  'trace_id',
  'span_id',
  'service_name',
  'environment',
  'release',
  'session_id',
  'distinct_id',
  'groups',
  'attributes',
  'attribute_types',
]);
export type ErrorRow = RowOf<typeof ERROR_COLUMNS>;

/** Errors of a slice, newest first. */
export function selectErrors({ scope, slice, filter, after, limit }: ErrorPage): Sql<ErrorRow> {
  return select({
    columns: ERROR_COLUMNS,
    from: ERRORS,
    scope,
    during: slice,
    where: [isAfterPage(after), ...filter],
    orderBy: sql`timestamp DESC, record_id DESC`,
    limit,
  });
}

/** The condition for the next page. A position has the whole ID of an error; its first half is the time. */
function isAfterPage(position: Position | undefined): Sql | undefined {
  if (!position) return undefined;
  const { value, id } = position;
  return isAfter(sql`timestamp, record_id`, nanoTimestamp(value), { value, id: id.slice(16) }, 'desc');
}

/** The position of an error in a list. */
export const toPosition = (row: ErrorRow): Position => ({ value: BigInt(row.timestamp_ns), id: row.error_id_hex });
