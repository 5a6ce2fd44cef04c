import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogRecordSchema } from '@svc/contract';
import { typedAttributes } from '@svc/reading/attributes';
import type { ResourceAttributes } from '@svc/reading/resources';
import { levelName } from '@svc/reading/signals';
import { emptyToUndefined, zeroIdToUndefined } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import type { LogColumns } from '@svc/tables';

/** A record of the store, or one that is not stored yet. */
export function toLogRecord(
  row: LogColumns & { readonly attributes: Record<string, string> },
  resource: ResourceAttributes = {},
): MessageInitShape<typeof LogRecordSchema> {
  return {
    logId: row.log_id_hex.toUpperCase(),
    timestamp: toTimestamp(BigInt(row.timestamp_ns)),
    observedTimestamp: toTimestamp(BigInt(row.observed_timestamp_ns)),
    level: levelName(row.severity_number),
    severityNumber: row.severity_number,
    severityText: row.severity_text,
    body: row.body,
    eventName: row.event_name,
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    traceId: zeroIdToUndefined(row.trace_id_hex),
    spanId: zeroIdToUndefined(row.span_id_hex),
    distinctId: emptyToUndefined(row.distinct_id),
    sessionId: emptyToUndefined(row.session_id),
    scopeName: row.scope_name,
    attributes: typedAttributes(row.attributes, row.attribute_types),
    resource,
    droppedAttributesCount: row.dropped_attributes_count || undefined,
  };
}
