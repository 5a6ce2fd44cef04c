import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LinkingSpanSchema, SpanDetailsSchema } from '@svc/contract';
import { kindName, statusName } from '@svc/reading/signals';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import { toSpan } from '../trace/trace.message.js';
import type { LinkingSpanRow } from './linking-spans.query.js';
import type { SpanWithLinks } from './spans.service.js';

export function toSpanDetails(found: SpanWithLinks): MessageInitShape<typeof SpanDetailsSchema> {
  const { traceId, span, resource, sameId, linkedBy } = found;
  const { rows, isTruncated, searched } = linkedBy;
  return {
    traceId,
    span: toSpan(span, resource),
    sameIdCount: sameId > 1 ? BigInt(sameId - 1) : undefined,
    linkedBy: {
      spans: rows.map(toLinkingSpan),
      truncated: isTruncated,
      startTime: toTimestamp(searched.from),
      endTime: toTimestamp(searched.to),
    },
  };
}

function toLinkingSpan(row: LinkingSpanRow): MessageInitShape<typeof LinkingSpanSchema> {
  return {
    traceId: row.trace,
    spanId: row.span,
    name: row.name,
    serviceName: row.service_name,
    kind: kindName(row.kind),
    status: statusName(row.status_code),
    startTime: toTimestamp(BigInt(row.time)),
    durationMs: toMilliseconds(BigInt(row.duration_ns)),
  };
}
