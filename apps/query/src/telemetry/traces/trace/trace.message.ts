import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SpanEventSchema, SpanLinkSchema, SpanSchema, TraceSchema } from '@svc/contract';
import { typedAttributes } from '@svc/reading/attributes';
import type { ResourceAttributes } from '@svc/reading/resources';
import { kindName, statusName } from '@svc/reading/signals';
import { emptyToUndefined, zeroIdToUndefined } from '@svc/reading/statement';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import { mapYielding } from '@svc/runtime';
import { parseDroppedCounts } from '@svc/tables';
import type { WholeTrace } from '../traces.service.js';
import type { SpanRow } from './spans.query.js';

export async function toTrace(trace: WholeTrace): Promise<MessageInitShape<typeof TraceSchema>> {
  const { spans, resources } = trace;
  return {
    ...toTraceHead(trace),
    spans: await mapYielding(spans, (span) => toSpan(span, resources.get(span.resource_hash))),
  };
}

/** All but the spans. */
export function toTraceHead({
  id,
  extent,
  shape,
  isTruncated,
  spans,
}: Omit<WholeTrace, 'spans' | 'resources'> & { readonly spans: readonly unknown[] }) {
  return {
    traceId: id,
    startTime: toTimestamp(extent.from),
    endTime: toTimestamp(extent.to),
    durationMs: toMilliseconds(extent.to - extent.from),
    spanCount: BigInt(spans.length),
    complete: shape.roots > 0 && shape.missing === 0,
    missingParents: BigInt(shape.missing),
    truncated: isTruncated,
  };
}

export function toSpan(row: SpanRow, resource: ResourceAttributes = {}): MessageInitShape<typeof SpanSchema> {
  const start = BigInt(row.timestamp_ns);
  const duration = BigInt(row.duration_ns);
  const dropped = parseDroppedCounts(row.dropped_counts);
  return {
    spanId: row.span_id_hex,
    parentSpanId: zeroIdToUndefined(row.parent_span_id_hex),
    name: row.name,
    kind: kindName(row.kind),
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    startTime: toTimestamp(start),
    endTime: toTimestamp(start + duration),
    durationMs: toMilliseconds(duration),
    status: statusName(row.status_code),
    statusMessage: row.status_message,
    traceState: row.trace_state,
    scopeName: row.scope_name,
    scopeVersion: row.scope_version,
    distinctId: emptyToUndefined(row.distinct_id),
    sessionId: emptyToUndefined(row.session_id),
    attributes: typedAttributes(row.attributes, row.attribute_types),
    resource,
    events: row.events_timestamp_ns.map((time, index): MessageInitShape<typeof SpanEventSchema> => ({
      timestamp: toTimestamp(BigInt(time)),
      name: row.events_name[index] ?? '',
      attributes: typedAttributes(row.events_attributes[index] ?? {}, row.events_attribute_types[index] ?? ''),
      droppedAttributesCount: dropped.event_attributes?.[index],
    })),
    links: row.links_trace_id_hex.map((traceId, index): MessageInitShape<typeof SpanLinkSchema> => ({
      traceId,
      spanId: row.links_span_id_hex[index] ?? '',
      traceState: row.links_trace_state[index] ?? '',
      attributes: typedAttributes(row.links_attributes[index] ?? {}, row.links_attribute_types[index] ?? ''),
      droppedAttributesCount: dropped.link_attributes?.[index],
      flags: dropped.link_flags?.[index],
    })),
    droppedAttributesCount: dropped.attributes,
    droppedEventsCount: dropped.events,
    droppedLinksCount: dropped.links,
  };
}
