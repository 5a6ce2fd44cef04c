import type { CriticalPathSegment } from '../../../gen/api.js';
import { parseNanos } from './nanos.js';
import type { TraceTree } from './trace-tree.js';

/** A log record of the trace: the fields that its mark needs, as `GET /logs` names them. */
export interface SpanLog {
  readonly span_id?: string;
  readonly timestamp?: string;
  readonly level?: string;
}

/** A part of a bar. Times are nanoseconds from the start of the trace. */
export interface Segment {
  readonly startNs: number;
  readonly endNs: number;
}

export interface LogMark {
  readonly atNs: number;
  readonly level: string;
}

/** The segments of the critical path by node. Segments of spans that the outline does not have are left out. */
export function toCriticalSegments(
  tree: TraceTree,
  path: readonly CriticalPathSegment[],
): ReadonlyMap<number, readonly Segment[]> {
  const segments = path.flatMap(({ span_id, start_time, end_time }) => {
    const node = tree.nodeOf(span_id ?? '');
    const [startNs, endNs] = [toOffset(tree, start_time), toOffset(tree, end_time)];
    return node === undefined || startNs === undefined || endNs === undefined ? [] : [{ node, startNs, endNs }];
  });
  return Map.groupBy(segments, ({ node }) => node);
}

export function toLogMarks(tree: TraceTree, logs: readonly SpanLog[]): ReadonlyMap<number, readonly LogMark[]> {
  const marks = logs.flatMap(({ span_id, timestamp, level = 'info' }) => {
    const node = tree.nodeOf(span_id ?? '');
    const atNs = toOffset(tree, timestamp);
    return node === undefined || atNs === undefined ? [] : [{ node, atNs, level }];
  });
  return Map.groupBy(marks, ({ node }) => node);
}

function toOffset({ baseNs }: TraceTree, time: string | undefined): number | undefined {
  const nanos = parseNanos(time);
  return nanos === undefined ? undefined : Number(nanos - baseNs);
}
