import type { TraceTree } from './trace-tree.js';

const STEP = 1_000;
const SLICE_MS = 8;

/** Yields after each step, and returns the spans whose name, service, status or ID contain the text in any case. */
export function* findSteps(tree: TraceTree, text: string): Generator<undefined, Int32Array> {
  const wanted = text.trim().toLowerCase();
  const hits: number[] = [];
  const known = new Map<string, boolean>();
  const contains = (value: string | undefined): boolean => {
    if (value === undefined) return false;
    const before = known.get(value);
    if (before !== undefined) return before;
    const result = value.toLowerCase().includes(wanted);
    known.set(value, result);
    return result;
  };
  for (let node = 0; wanted !== '' && node < tree.length; node++) {
    const span = tree.spans[node];
    if (span !== undefined && (contains(span.name) || contains(span.service) || contains(span.status))) hits.push(node);
    else if (span !== undefined && span.id.startsWith(wanted)) hits.push(node);
    if (node % STEP === STEP - 1) yield undefined;
  }
  return Int32Array.from(hits);
}

/** Runs the search in slices of a few milliseconds. Undefined if it was aborted. */
export async function findSpans(tree: TraceTree, text: string, signal: AbortSignal): Promise<Int32Array | undefined> {
  const steps = findSteps(tree, text);
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return signal.aborted ? undefined : value;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    sliceEnd = performance.now() + SLICE_MS;
  }
}

/** The position among the hits that follows or precedes a node; it starts again at the other end. -1 without hits. */
export function nextHit(hits: Int32Array, node: number, step: 1 | -1): number {
  if (hits.length === 0) return -1;
  if (step === 1)
    return Math.max(
      0,
      hits.findIndex((hit) => hit > node),
    );
  const before = hits.findLastIndex((hit) => hit < node);
  return before < 0 ? hits.length - 1 : before;
}
