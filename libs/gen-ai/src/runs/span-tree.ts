import type { TraceSpan } from './run.js';

export const NONE = -1;

/** The spans of one or more traces under their parents, by index. Depends on the set of spans only, not on their order. */
export interface SpanTree {
  /** By trace, start and ID; each span once. */
  readonly spans: readonly TraceSpan[];
  /** -1 for a span that names no parent or whose parent is missing. */
  readonly parents: Int32Array;
  /** Indexes, parents before their children. */
  readonly topDown: Int32Array;
  /** 1 for spans that name a parent that is missing. */
  readonly orphans: Uint8Array;
}

/** Builds the tree without recursion. A span that is its own ancestor counts as one whose parent is missing: one of each cycle. */
export function buildSpanTree(received: readonly TraceSpan[]): SpanTree {
  const spans = distinctSpans(received);
  const places = new Map(spans.map((span, index) => [keyOf(span), index]));
  const parents = new Int32Array(spans.length).fill(NONE);
  const orphans = new Uint8Array(spans.length);
  for (const [index, { traceId, parentSpanId }] of spans.entries()) {
    if (parentSpanId === '') continue;
    const parent = places.get(`${traceId}${parentSpanId}`);
    if (parent === undefined || parent === index) orphans[index] = 1;
    else parents[index] = parent;
  }
  return { spans, parents, orphans, topDown: sortTopDown(parents, orphans) };
}

const keyOf = ({ traceId, spanId }: TraceSpan): string => `${traceId}${spanId}`;

function distinctSpans(received: readonly TraceSpan[]): TraceSpan[] {
  const byKey = new Map<string, TraceSpan>();
  for (const span of received) {
    const other = byKey.get(keyOf(span));
    if (!other || compareVersions(span, other) > 0) byKey.set(keyOf(span), span);
  }
  return [...byKey.values()].sort(
    (a, b) => compareText(a.traceId, b.traceId) || compare(a.startNs, b.startNs) || compareText(a.spanId, b.spanId),
  );
}

/** Of spans with the same ID, the one that says most of AI work and ends last counts. */
function compareVersions(a: TraceSpan, b: TraceSpan): number {
  return (
    Number(a.isAi) - Number(b.isAi) ||
    compare(a.startNs + a.durationNs, b.startNs + b.durationNs) ||
    compareText(fingerprint(a), fingerprint(b))
  );
}

function fingerprint({ attributes, ...span }: TraceSpan): string {
  const sorted = Object.entries(attributes).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([sorted, span], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Cuts each cycle above its first span, and returns an order in which parents are first. */
function sortTopDown(parents: Int32Array, orphans: Uint8Array): Int32Array {
  const order = new Int32Array(parents.length);
  let placed = 0;
  const [UNSEEN, ON_PATH, DONE] = [0, 1, 2];
  const state = new Uint8Array(parents.length);
  for (let begin = 0; begin < parents.length; begin++) {
    const path: number[] = [];
    let at = begin;
    while (at !== NONE && state[at] === UNSEEN) {
      state[at] = ON_PATH;
      path.push(at);
      at = parents[at] ?? NONE;
    }
    let waiting: readonly number[] = path.reverse();
    if (at !== NONE && state[at] === ON_PATH) {
      // The path was reversed: the cycle is its beginning.
      const size = path.indexOf(at) + 1;
      const cycle = path.slice(0, size);
      const first = cycle.reduce((least, index) => Math.min(least, index), at);
      parents[first] = NONE;
      orphans[first] = 1;
      const place = cycle.indexOf(first);
      waiting = [...cycle.slice(place), ...cycle.slice(0, place), ...path.slice(size)];
    }
    for (const index of waiting) {
      state[index] = DONE;
      order[placed++] = index;
    }
  }
  return order;
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
