import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SpanOutlineSchema, TraceSchema } from '@svc/contract';
import { kindName, statusName } from '@svc/reading/signals';
import { zeroIdToUndefined } from '@svc/reading/statement';
import { mapYielding } from '@svc/runtime';
import { parseDroppedCounts } from '@svc/tables';
import { toTraceHead } from '../trace/trace.message.js';
import type { OutlinedTrace } from './outline.service.js';
import type { SpanOutlineRow } from './span-outlines.query.js';

export async function toOutline(trace: OutlinedTrace): Promise<MessageInitShape<typeof TraceSchema>> {
  const { extent, spans } = trace;
  return {
    ...toTraceHead(trace),
    outline: { spans: await mapYielding(spans, (row) => toSpanOutline(row, extent.from)) },
  };
}

function toSpanOutline(row: SpanOutlineRow, traceStart: bigint): MessageInitShape<typeof SpanOutlineSchema> {
  const dropped = parseDroppedCounts(row.dropped_counts);
  return {
    id: row.span_id_hex,
    parent: zeroIdToUndefined(row.parent_span_id_hex),
    name: row.name,
    service: row.service_name,
    startNs: BigInt(row.time) - traceStart,
    durationNs: BigInt(row.duration_ns),
    status: row.status_code === 0 ? undefined : statusName(row.status_code),
    kind: row.kind === 0 ? undefined : kindName(row.kind),
    events: Number(row.event_total) || undefined,
    links: Number(row.link_total) || undefined,
    droppedAttributesCount: dropped.attributes,
    droppedEventsCount: dropped.events,
    droppedLinksCount: dropped.links,
  };
}
