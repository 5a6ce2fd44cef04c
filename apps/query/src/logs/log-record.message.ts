import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogRecordSchema } from '@svc/contract';
import type { ResourceAttributes } from '../resources/resources.repository.js';
import { given, givenId } from '../statement/index.js';
import { toTimestamp } from '../time/nanoseconds.js';
import { levelOf } from './levels.js';
import type { LogRow } from './logs.query.js';

export function toLogRecord(
  row: LogRow,
  resources: ReadonlyMap<string, ResourceAttributes>,
): MessageInitShape<typeof LogRecordSchema> {
  return {
    logId: row.id,
    timestamp: toTimestamp(BigInt(row.time)),
    observedTimestamp: toTimestamp(BigInt(row.observed)),
    level: levelOf(row.severity_number),
    severityNumber: row.severity_number,
    severityText: row.severity_text,
    body: row.body,
    eventName: row.event_name,
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    traceId: givenId(row.trace),
    spanId: givenId(row.span),
    distinctId: given(row.distinct_id),
    sessionId: given(row.session_id),
    scopeName: row.scope_name,
    attributes: row.attributes,
    resource: resources.get(row.resource_hash) ?? {},
  };
}
