import type { SpanOutline } from '../../../gen/api.js';
import { FLAG } from './trace-tree.js';

export interface Links {
  /** Index of the parent of each span, then of each marker; -1 for a root. */
  readonly parent: Int32Array;
  readonly flags: Uint8Array;
  /** IDs of the missing parents. Their markers have the indices from the number of spans on. */
  readonly missing: readonly string[];
  /** The first span or marker of each ID. */
  readonly indices: ReadonlyMap<string, number>;
}

/** Finds the parent of each span. Spans whose parent is missing get a marker as their parent, and cycles are broken. */
export function linkParents(spans: readonly SpanOutline[]): Links {
  const indices = new Map<string, number>();
  const linked = new Int32Array(spans.length);
  const facts = new Uint8Array(spans.length * 2);
  spans.forEach(({ id, status }, index) => {
    facts[index] = status === 'error' ? FLAG.error : 0;
    if (indices.has(id)) facts[index] |= FLAG.duplicate;
    else indices.set(id, index);
  });
  const missing: string[] = [];
  spans.forEach(({ parent = '' }, index) => {
    let known = parent === '' ? -1 : indices.get(parent);
    if (known === undefined) {
      known = spans.length + missing.length;
      indices.set(parent, known);
      missing.push(parent);
    }
    linked[index] = known;
    if (known >= spans.length) facts[index] = (facts[index] ?? 0) | FLAG.orphan;
  });
  const parent = new Int32Array(spans.length + missing.length).fill(-1);
  parent.set(linked);
  const flags = facts.fill(FLAG.marker, spans.length).slice(0, parent.length);
  breakCycles(spans, parent, flags);
  return { parent, flags, missing, indices };
}

/** Makes the earliest span of each cycle a root. Each walk to the root marks the spans on its way, so no span is visited twice. */
function breakCycles(spans: readonly SpanOutline[], parent: Int32Array, flags: Uint8Array): void {
  const walks = new Int32Array(parent.length);
  for (let first = 0; first < spans.length; first++) {
    let at = first;
    while (at >= 0 && walks[at] === 0) {
      walks[at] = first + 1;
      at = parent[at] ?? -1;
    }
    if (at < 0 || walks[at] !== first + 1) continue;
    let earliest = at;
    for (let next = parent[at] ?? -1; next !== at; next = parent[next] ?? -1)
      if (isBefore(spans[next], spans[earliest])) earliest = next;
    parent[earliest] = -1;
    flags[earliest] = (flags[earliest] ?? 0) | FLAG.cycle;
  }
}

function isBefore(span: SpanOutline | undefined, other: SpanOutline | undefined): boolean {
  if (span === undefined || other === undefined) return false;
  return span.start_ns === other.start_ns ? span.id < other.id : span.start_ns < other.start_ns;
}
