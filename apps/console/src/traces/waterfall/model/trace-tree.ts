import type { SpanOutline } from '../../../gen/api.js';

/** Facts about a node, as bits of `TraceTree.flags`. */
export const FLAG = {
  /** The status of the span is error. */
  error: 1,
  /** The parent of the span is not in the trace; the span stands below a marker. */
  orphan: 2,
  /** The node is such a marker rather than a span. */
  marker: 4,
  /** The span was its own ancestor; it is shown as a root. */
  cycle: 8,
  /** The span starts before its parent: the clocks of two hosts differ. */
  skew: 16,
  /** An earlier span has the same ID; children belong to that one. */
  duplicate: 32,
} as const;

/**
 * The spans of a trace as arrays in the order of a depth-first walk, so the descendants of the node `i` are `i + 1` to `i + size[i]`. Times
 * are nanoseconds from the start of the trace, because a float cannot hold nanoseconds since 1970.
 */
export interface TraceTree {
  /** Start of the trace in nanoseconds since 1970. */
  readonly baseNs: bigint;
  /** Nanoseconds from the start of the trace to the latest end, at least 1. */
  readonly durationNs: number;
  /** Spans and markers. */
  readonly length: number;
  readonly spanCount: number;
  /** The outline of each span; undefined for a marker. */
  readonly spans: readonly (SpanOutline | undefined)[];
  /** Span IDs; that of the missing span for a marker. */
  readonly ids: readonly string[];
  /** The first node that has the ID. */
  readonly nodeOf: (id: string) => number | undefined;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** The part of the duration that no child covers. */
  readonly self: Float64Array;
  /** -1 for a root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** Number of descendants. */
  readonly size: Int32Array;
  /** Index into `services`; -1 for a marker. */
  readonly service: Int32Array;
  /** Sorted by their first span. */
  readonly services: readonly string[];
  readonly flags: Uint8Array;
  /** The nodes by start. */
  readonly byStart: Int32Array;
}

export function hasFlag({ flags }: TraceTree, node: number, flag: number): boolean {
  return ((flags[node] ?? 0) & flag) !== 0;
}

export function toDuration({ start, end }: TraceTree, node: number): number {
  return (end[node] ?? 0) - (start[node] ?? 0);
}

export function toServiceName({ services, service }: TraceTree, node: number): string {
  return services[service[node] ?? -1] ?? '';
}

/** The name of a span, or of the marker that stands for a missing one. */
export function toName({ spans }: TraceTree, node: number): string {
  return spans[node]?.name ?? 'Missing parent';
}

export function countFlag({ flags }: TraceTree, flag: number): number {
  return flags.reduce((count, each) => count + ((each & flag) === 0 ? 0 : 1), 0);
}
