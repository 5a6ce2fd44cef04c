import type { SpanOutline, Trace } from '../../../gen/api.js';
import { linkParents } from './link-parents.js';
import { parseNanos } from './nanos.js';
import { toSelfTimes } from './self-time.js';
import { FLAG, type TraceTree } from './trace-tree.js';

/** Builds the tree of a trace from its outline. Children are ordered by start, then by ID. No step recurses, whatever the depth. */
export function buildTree(trace: Pick<Trace, 'start_time' | 'outline'>): TraceTree {
  const outline = trace.outline?.spans ?? [];
  const { parent: linked, flags: facts, missing } = linkParents(outline);
  const length = linked.length;
  const [starts, ends] = toTimes(outline, linked);
  const idAt = (index: number): string => outline[index]?.id ?? missing[index - outline.length] ?? '';
  const sorted = Int32Array.from({ length }, (_, index) => index).sort(
    (a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || (idAt(a) < idAt(b) ? -1 : idAt(a) > idAt(b) ? 1 : a - b),
  );
  const order = walk(sorted, linked);
  const place = new Int32Array(length);
  order.forEach((index, node) => (place[index] = node));

  const parent = order.map((index) => (linked[index] === -1 ? -1 : (place[linked[index] ?? 0] ?? 0)));
  const start = Float64Array.from(order, (index) => starts[index] ?? 0);
  const end = Float64Array.from(order, (index) => ends[index] ?? 0);
  const flags = Uint8Array.from(order, (index) => facts[index] ?? 0);
  const depth = new Int32Array(length);
  const size = new Int32Array(length);
  let latest = 1;
  for (let node = 0; node < length; node++) {
    const above = parent[node] ?? -1;
    latest = Math.max(latest, end[node] ?? 0);
    if (above < 0) continue;
    depth[node] = (depth[above] ?? 0) + 1;
    if ((start[node] ?? 0) < (start[above] ?? 0)) flags[node] = (flags[node] ?? 0) | FLAG.skew;
  }
  for (let node = length - 1; node >= 0; node--) {
    const above = parent[node] ?? -1;
    if (above >= 0) size[above] = (size[above] ?? 0) + (size[node] ?? 0) + 1;
  }
  const services = new Map<string, number>();
  for (const { service } of outline) if (!services.has(service)) services.set(service, services.size);
  const spans = Array.from(order, (index) => outline[index]);
  const ids = Array.from(order, idAt);
  const nodes = new Map<string, number>();
  order.forEach((index, node) => {
    if (((facts[index] ?? 0) & FLAG.duplicate) === 0) nodes.set(idAt(index), node);
  });
  return {
    baseNs: parseNanos(trace.start_time) ?? 0n,
    durationNs: latest,
    length,
    spanCount: outline.length,
    spans,
    ids,
    nodes,
    start,
    end,
    self: toSelfTimes(start, end, size),
    parent,
    depth,
    size,
    service: Int32Array.from(spans, (span) => (span === undefined ? -1 : (services.get(span.service) ?? -1))),
    services: [...services.keys()],
    flags,
    byStart: sorted.map((index) => place[index] ?? 0),
  };
}

/** Starts and ends of the spans and markers. A marker lasts from the first start to the last end of its spans. */
function toTimes(outline: readonly SpanOutline[], parent: Int32Array): readonly [Float64Array, Float64Array] {
  const starts = new Float64Array(parent.length).fill(Infinity);
  const ends = new Float64Array(parent.length);
  outline.forEach(({ start_ns, duration_ns }, index) => {
    // Whatever exceeds a float arrives as a bigint.
    const start = Number(start_ns);
    const end = start + Number(duration_ns);
    starts[index] = start;
    ends[index] = end;
    const above = parent[index] ?? -1;
    if (above < outline.length) return;
    starts[above] = Math.min(starts[above] ?? start, start);
    ends[above] = Math.max(ends[above] ?? end, end);
  });
  return [starts, ends];
}

/** The depth-first order of the indices. `sorted` decides the order of siblings. */
function walk(sorted: Int32Array, parent: Int32Array): Int32Array {
  const firstChild = new Int32Array(parent.length).fill(-1);
  const nextSibling = new Int32Array(parent.length).fill(-1);
  let root = -1;
  for (let rank = sorted.length - 1; rank >= 0; rank--) {
    const index = sorted[rank] ?? 0;
    const above = parent[index] ?? -1;
    nextSibling[index] = above < 0 ? root : (firstChild[above] ?? -1);
    if (above < 0) root = index;
    else firstChild[above] = index;
  }
  const order = new Int32Array(parent.length);
  for (let at = root, node = 0; at >= 0; node++) {
    order[node] = at;
    let next = firstChild[at] ?? -1;
    for (; next < 0 && at >= 0; at = parent[at] ?? -1) next = nextSibling[at] ?? -1;
    at = next;
  }
  return order;
}
