import { select, sql, tableColumns, type RowOf, type Scope, idSet } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS } from '@svc/tables';

/** The columns of an error that grouping and symbolication read. */
const SAMPLE = tableColumns(ERRORS, [
  'variant',
  'timestamp',
  'error_id',
  'hashes',
  'level',
  'type',
  'message',
  'stacktrace',
  'culprit',
  'platform',
  'release',
  'dist',
  'debug_ids',
  'service_name',
  'scope_name',
  'source',
  'attributes',
]);
export type Sample = RowOf<typeof SAMPLE>;

/** One error of each variant. */
export function selectSamples(scope: Scope, variants: readonly string[], during: TimeRange) {
  return select({
    columns: SAMPLE,
    from: ERRORS,
    scope,
    during,
    where: [sql`variant IN ${idSet(variants, 16)}`],
    orderBy: sql`variant, timestamp, record_id`,
    limit: 1,
    limitBy: sql`variant`,
  });
}
