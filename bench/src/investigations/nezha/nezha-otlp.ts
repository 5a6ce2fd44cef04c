import { textAttribute, type OfResource } from '@svc/testing/outages';
import { toService, type LogRecord, type Minute, type Span } from './nezha-data.js';

const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const SEVERITIES: Readonly<Record<string, number>> = { TRACE: 1, DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 };

/** The spans of a minute, moved by nanoseconds. Spans have no kind in the data: it follows from the services of parents and children. */
export function toSpans({ spans }: Minute, byNs: bigint, idSuffix: string): OfResource<object>[] {
  const byId = new Map(spans.map((span) => [span.traceId + span.spanId, span]));
  const calling = new Set(
    spans.flatMap((span) => {
      const parent = byId.get(span.traceId + span.parentId);
      return parent && parent.pod !== span.pod ? [parent.traceId + parent.spanId] : [];
    }),
  );
  return spans.map((span) => {
    const parent = byId.get(span.traceId + span.parentId);
    const isEntry = span.parentId === '' || (parent !== undefined && parent.pod !== span.pod);
    const kind = isEntry ? SERVER : calling.has(span.traceId + span.spanId) ? CLIENT : INTERNAL;
    return { ...toResource(span), item: toSpan(span, kind, byNs, idSuffix) };
  });
}

function toSpan(span: Span, kind: number, byNs: bigint, idSuffix: string): object {
  return {
    traceId: toTraceId(span.traceId, idSuffix),
    spanId: span.spanId,
    ...(span.parentId !== '' && { parentSpanId: span.parentId }),
    name: span.name,
    kind,
    startTimeUnixNano: String(span.start + byNs),
    endTimeUnixNano: String((span.end > span.start ? span.end : span.start) + byNs),
  };
}

export function toRecords({ records }: Minute, byNs: bigint, idSuffix: string): OfResource<object>[] {
  return records.map((record) => ({ ...toResource(record), item: toRecord(record, byNs, idSuffix) }));
}

function toRecord({ body, time, traceId, spanId }: LogRecord, byNs: bigint, idSuffix: string): object {
  const [, level] = /^[\d:.]+\s+(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b/.exec(body) ?? [];
  const isLinked = /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId);
  return {
    timeUnixNano: String(time + byNs),
    ...(level !== undefined && { severityText: level, severityNumber: SEVERITIES[level] }),
    body: { stringValue: body },
    ...(isLinked && { traceId: toTraceId(traceId, idSuffix), spanId }),
    attributes: [textAttribute('log.iostream', 'stdout')],
  };
}

function toResource({ pod }: { readonly pod: string }) {
  return { service: toService(pod), resource: { 'k8s.pod.name': pod } };
}

/** The minute without a fault is sent several times, each time with other trace IDs. */
function toTraceId(id: string, suffix: string): string {
  return id.slice(0, 32 - suffix.length) + suffix;
}
