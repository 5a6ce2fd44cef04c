import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogRecordSchema } from '@svc/contract';
import type { ResourceAttributes } from '@svc/reading/resources';
import { emptyToUndefined, zeroIdToUndefined } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import { levelName } from '@svc/reading/signals';
import type { LogRow } from './logs.query.js';

export function toLogRecord(
  row: LogRow,
  resources: ReadonlyMap<string, ResourceAttributes>,
): MessageInitShape<typeof LogRecordSchema> {
  return {
    logId: row.id,
    timestamp: toTimestamp(BigInt(row.time)),
    observedTimestamp: toTimestamp(BigInt(row.observed)),
    level: levelName(row.severity_number),
    severityNumber: row.severity_number,
    severityText: row.severity_text,
    body: row.body,
    eventName: row.event_name,
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    traceId: zeroIdToUndefined(row.trace),
    spanId: zeroIdToUndefined(row.span),
    distinctId: emptyToUndefined(row.distinct_id),
    sessionId: emptyToUndefined(row.session_id),
    scopeName: row.scope_name,
    attributes: row.attributes,
    resource: resources.get(row.resource_hash) ?? {},
  };
}
