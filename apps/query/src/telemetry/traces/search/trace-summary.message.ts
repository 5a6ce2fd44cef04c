import type { MessageInitShape } from '@bufbuild/protobuf';
import type { TraceSummarySchema } from '@svc/contract';
import { emptyToUndefined } from '@svc/reading/statement';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import type { EarliestSpanRow, TraceSummaryRow } from './trace-summary.query.js';

/** A trace of a page. */
export interface FoundTrace extends TraceSummaryRow {
  /** The span that names a trace whose root has not arrived. */
  readonly earliest?: EarliestSpanRow | undefined;
}

export function toTraceSummary({ earliest, ...row }: FoundTrace): MessageInitShape<typeof TraceSummarySchema> {
  const start = BigInt(row.start);
  const end = BigInt(row.finish);
  return {
    traceId: row.id,
    rootOperation: earliest?.operation ?? row.root_operation,
    rootService: earliest?.service ?? row.root_service_name,
    ...(earliest && { incomplete: true }),
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
