import { select, sql, typed, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOGS } from '@svc/tables';
import { hasRecordId } from './log-id.js';

/** The row that takes a record out of the counts by minute. */
export function selectUncounted(scope: Scope, logId: string, during: TimeRange) {
  return select({
    columns: {
      project_number: typed('UInt32', sql`project_number`),
      retention_days: typed('UInt16', sql`retention_days`),
      minute: typed('DateTime', sql`toStartOfMinute(toDateTime(timestamp))`),
      service_name: typed('LowCardinality(String)', sql`service_name`),
      environment: typed('LowCardinality(String)', sql`environment`),
      severity_number: typed('UInt8', sql`severity_number`),
      records: typed('Int64', sql`toInt64(-1)`),
    },
    from: LOGS,
    scope,
    during,
    where: [hasRecordId(logId)],
    limit: 1,
  });
}
