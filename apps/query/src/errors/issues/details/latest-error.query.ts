import { select, sql, tableColumns, type RowOf, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS } from '@svc/tables';

const LATEST = tableColumns(ERRORS, [
  'timestamp',
  'error_id',
  'variant',
  'source',
  'level',
  'handled',
  'type',
  'message',
  'stacktrace',
  'culprit',
  'platform',
  'mechanism',
  'dist',
  'debug_ids',
  'trace_id',
  'span_id',
  'service_name',
  'environment',
  'release',
  'scope_name',
  'session_id',
  'distinct_id',
  'groups',
  'attributes',
  'attribute_types',
]);
export type LatestError = RowOf<typeof LATEST>;

/** The latest error of a slice, if it has one. */
export function selectLatest(scope: Scope, condition: Sql, slice: TimeRange): Sql<LatestError> {
  return select({
    columns: LATEST,
    from: ERRORS,
    scope,
    during: slice,
    where: [condition],
    orderBy: sql`timestamp DESC, record_id DESC`,
    limit: 1,
  });
}
