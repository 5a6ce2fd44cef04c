import { select, sql, typed, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { REQUEST_MINUTES } from '@svc/tables';

/** SERVER and CONSUMER spans and root spans, as in `request_minutes`. */
export const IS_REQUEST = sql`(kind IN (2, 5) OR parent_span_id = toFixedString('', 8))`;

/** Stored spans of the range in whole minutes. */
export function selectSpanTotal(scope: Scope, range: TimeRange) {
  return select({
    columns: { span_total: typed('UInt64', sql`sum(spans)`) },
    from: REQUEST_MINUTES,
    scope,
    during: range,
  });
}
