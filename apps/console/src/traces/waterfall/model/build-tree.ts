import type { SpanOutline, Trace } from '../../../gen/api.js';
import { linkParents } from './link-parents.js';
import { parseNanos } from './nanos.js';
import { toSelfTimes } from './self-time.js';
import { FLAG, type TraceTree } from './trace-tree.js';

/** Builds the tree of a trace from its outline. Children are ordered by start, then by ID. No step recurses, whatever the depth. */
export function buildTree(trace: Pick<Trace, 'start_time' | 'outline'>): TraceTree {
  const outline = trace.outline?.spans ?? [];
  const { parent: linked, flags: facts, missing, indices } = linkParents(outline);
  const length = linked.length;
  const [starts, ends] = toTimes(outline, linked);
  const unordered = [...outline.map(({ id }) => id), ...missing];
  const sorted = sortIndices(starts, unordered);
  const order = walk(sorted, linked);
  const place = new Int32Array(length);
  order.forEach((index, node) => (place[index] = node));

  const parent = order.map((index) => (linked[index] === -1 ? -1 : (place[linked[index] ?? 0] ?? 0)));
  const start = new Float64Array(length);
  const end = new Float64Array(length);
  const flags = new Uint8Array(length);
  const depth = new Int32Array(length);
  const size = new Int32Array(length);
  const spans: (SpanOutline | undefined)[] = [];
  const ids: string[] = [];
  let latest = 1;
  for (let node = 0; node < length; node++) {
    const index = order[node] ?? 0;
    const above = parent[node] ?? -1;
    // Reading behind the end of an array is much slower than asking.
    spans.push(index < outline.length ? outline[index] : undefined);
    ids.push(unordered[index] ?? '');
    start[node] = starts[index] ?? 0;
    end[node] = ends[index] ?? 0;
    flags[node] = facts[index] ?? 0;
    latest = Math.max(latest, end[node] ?? 0);
    if (above < 0) continue;
    depth[node] = (depth[above] ?? 0) + 1;
    if ((start[node] ?? 0) < (start[above] ?? 0)) flags[node] = (flags[node] ?? 0) | FLAG.skew;
  }
  for (let node = length - 1; node >= 0; node--) {
    const above = parent[node] ?? -1;
    if (above >= 0) size[above] = (size[above] ?? 0) + (size[node] ?? 0) + 1;
  }
  return {
    baseNs: parseNanos(trace.start_time) ?? 0n,
    durationNs: latest,
    length,
    spanCount: outline.length,
    spans,
    ids,
    nodeOf(id) {
      const index = indices.get(id);
      return index === undefined ? undefined : place[index];
    },
    start,
    end,
    self: toSelfTimes(start, end, size),
    parent,
    depth,
    size,
    ...toServices(outline, order),
    flags,
    byStart: new Int32Array(sorted).map((index) => place[index] ?? 0),
  };
}

/** The indices by start, then by ID. Arrays, other than typed ones, are sorted in fewer steps if parts of them are in order already. */
function sortIndices(starts: Float64Array, ids: readonly string[]): readonly number[] {
  return Array.from({ length: starts.length }, (_, index) => index).toSorted((a, b) => {
    const difference = (starts[a] ?? 0) - (starts[b] ?? 0);
    if (difference !== 0) return difference;
    const [first = '', second = ''] = [ids[a], ids[b]];
    return first < second ? -1 : first > second ? 1 : a - b;
  });
}

/** The services by their first span, and the service of each node. */
function toServices(outline: readonly SpanOutline[], order: Int32Array): Pick<TraceTree, 'service' | 'services'> {
  const numbers = new Map<string, number>();
  const ofSpans = outline.map(({ service }) => {
    const number = numbers.get(service) ?? numbers.size;
    if (number === numbers.size) numbers.set(service, number);
    return number;
  });
  const service = order.map((index) => (index < ofSpans.length ? (ofSpans[index] ?? -1) : -1));
  return { service, services: [...numbers.keys()] };
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
function walk(sorted: readonly number[], parent: Int32Array): Int32Array {
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
