import type { MessageInitShape } from '@bufbuild/protobuf';
import type { TraceCriticalPathSchema, CriticalPathSegmentSchema, CriticalPathTotalSchema } from '@svc/contract';
import { takeFitting } from '@svc/reading/paging';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import { mapYielding } from '@svc/runtime';
import type { ExplainedTrace } from '../traces.service.js';
import type { PathSegment } from './critical-path.js';
import type { PathTotal } from './path-totals.js';

/** Names with IDs in them create as many operations as spans; a longer list is of no use. */
const MAX_OPERATIONS = 1_000;
/** Estimated bytes of a segment's IDs and times. */
const SEGMENT_BYTES = 64;

export async function toCriticalPath(trace: ExplainedTrace): Promise<MessageInitShape<typeof TraceCriticalPathSchema>> {
  const { id, spans, shape, path, totals } = trace;
  const duration = path.end - path.start;
  const segments = await takeFitting(path.segments, estimateSegmentBytes);
  const toTotal = (total: PathTotal): MessageInitShape<typeof CriticalPathTotalSchema> => ({
    serviceName: total.service,
    operation: total.operation,
    segmentCount: BigInt(total.segments),
    selfTimeNs: total.selfTime,
    share: Number(total.selfTime) / Number(duration),
  });
  return {
    traceId: id,
    rootSpanId: path.root?.id,
    startTime: toTimestamp(path.start),
    endTime: toTimestamp(path.end),
    durationMs: toMilliseconds(duration),
    durationNs: duration,
    spanCount: BigInt(spans),
    complete: shape.roots > 0 && shape.missing === 0,
    missingParents: BigInt(shape.missing),
    segments: await mapYielding(segments, toSegment),
    segmentCount: path.segments.length,
    truncated: segments.length < path.segments.length,
    services: totals.services.map(toTotal),
    operations: totals.operations.slice(0, MAX_OPERATIONS).map(toTotal),
    uncoveredTimeNs: totals.uncovered,
    warnings: path.warnings.map(({ kind, count, spanIds }) => ({ kind, count: BigInt(count), spanIds: [...spanIds] })),
  };
}

function estimateSegmentBytes({ span }: PathSegment): number {
  return SEGMENT_BYTES + Buffer.byteLength(span?.name ?? '') + Buffer.byteLength(span?.service ?? '');
}

function toSegment({ span, start, end }: PathSegment): MessageInitShape<typeof CriticalPathSegmentSchema> {
  return {
    spanId: span?.id,
    serviceName: span?.service ?? '',
    operation: span?.name ?? '',
    startTime: toTimestamp(start),
    endTime: toTimestamp(end),
    selfTimeNs: end - start,
  };
}
