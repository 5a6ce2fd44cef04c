import type { MessageInitShape } from '@bufbuild/protobuf';
import type { TraceSummarySchema } from '@svc/contract';
import { given } from '../statement/index.js';
import { toMilliseconds, toTimestamp } from '../time/nanoseconds.js';
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
    distinctId: given(row.customer),
  };
}
