import type { MessageInitShape } from '@bufbuild/protobuf';
import type { TraceSummarySchema } from '@svc/contract';
import { emptyToUndefined } from '@svc/reading/statement';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import type { TraceSummaryRow } from './trace-summary.query.js';

export function toTraceSummary(row: TraceSummaryRow): MessageInitShape<typeof TraceSummarySchema> {
  const start = BigInt(row.start);
  const end = BigInt(row.finish);
  return {
    traceId: row.id,
    rootOperation: row.root_operation,
    rootService: row.root_service_name,
    startTime: toTimestamp(start),
    endTime: toTimestamp(end),
    durationMs: toMilliseconds(end - start),
    spanCount: BigInt(row.span_total),
    serviceCount: row.service_names.length,
    errorCount: BigInt(row.error_total),
    services: row.service_names,
    environments: row.environment_names,
    distinctId: emptyToUndefined(row.customer),
  };
}
