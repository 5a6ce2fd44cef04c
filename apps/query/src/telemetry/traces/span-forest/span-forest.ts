import { sortYielding, EventLoopYielder } from '@svc/runtime';

/**
 * The properties of a span that determine the shape and the times of a trace. Times are nanoseconds since 1970; `end`
 * is never before `start`.
 */
export interface TimedSpan {
  readonly id: string;
  /** Undefined for a root. */
  readonly parent: string | undefined;
  readonly service: string;
  readonly name: string;
  /** As numbered by OTLP. */
  readonly kind: number;
  readonly isError: boolean;
  readonly start: bigint;
  readonly end: bigint;
}

/**
 * The received spans of a trace under their parents. Spans are identified by their index in `spans`; each has exactly
 * one place. Built and walked without recursion, because chains of a hundred thousand spans exist.
 */
export interface SpanForest {
  /** Latest end first, then earliest start, then smallest ID. Children and tops are in this order too. */
  readonly spans: readonly TimedSpan[];
  /** Spans that are under no other span: one in an intact trace. */
  readonly tops: readonly number[];
  /** Index of each span's parent, -1 for a top. */
  readonly parents: Int32Array;
  /** Each span's first child and next sibling, -1 if there is none. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Spans that named no parent. */
  readonly roots: readonly number[];
  /** Spans whose parent has not arrived. */
  readonly orphans: readonly number[];
  /** Spans that were their own ancestor: one of each cycle. */
  readonly cycles: readonly number[];
}

export const NONE = -1;

/**
 * If exactly one span named no parent, orphans and cycles are placed under it: whatever is missing in between, the
 * trace began there. Otherwise they are tops next to the roots. If spans have the same ID, the first is the parent of
 * their children.
 */
export async function buildForest(unsorted: readonly TimedSpan[]): Promise<SpanForest> {
  const spans = await sortYielding(unsorted, byEnd);
  const yielder = new EventLoopYielder();
  const byId = new Map<string, number>();
  for (const [index, { id }] of spans.entries()) {
    if (!byId.has(id)) byId.set(id, index);
    if (yielder.isDue()) await yielder.yield();
  }
  const parents = new Int32Array(spans.length).fill(NONE);
  const roots: number[] = [];
  const orphans: number[] = [];
  for (const [index, { parent }] of spans.entries()) {
    const place = parent === undefined ? undefined : byId.get(parent);
    if (place !== undefined) parents[index] = place;
    else (parent === undefined ? roots : orphans).push(index);
    if (yielder.isDue()) await yielder.yield();
  }
  const cycles = await cutCycles(parents, yielder);
  const [root, ...otherRoots] = roots;
  if (root !== undefined && otherRoots.length === 0) {
    for (const index of [...orphans, ...cycles]) parents[index] = root;
  }
  return { spans, parents, roots, orphans, cycles, ...(await linkChildren(parents, yielder)) };
}

function byEnd(a: TimedSpan, b: TimedSpan): number {
  if (a.end !== b.end) return a.end > b.end ? -1 : 1;
  if (a.start !== b.start) return a.start < b.start ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Removes one span from each cycle and returns the removed ones. Walks up from every span, each span once. */
async function cutCycles(parents: Int32Array, yielder: EventLoopYielder): Promise<number[]> {
  const cut: number[] = [];
  /** The walk that visited a span first, counted from 1. */
  const seenIn = new Int32Array(parents.length);
  for (let begin = 0; begin < parents.length; begin++) {
    const walk = begin + 1;
    let at = begin;
    while (at !== NONE && seenIn[at] === 0) {
      seenIn[at] = walk;
      at = parents[at] ?? NONE;
      if (yielder.isDue()) await yielder.yield();
    }
    if (at === NONE || seenIn[at] !== walk) continue;
    cut.push(at);
    parents[at] = NONE;
  }
  return cut;
}

async function linkChildren(
  parents: Int32Array,
  yielder: EventLoopYielder,
): Promise<Pick<SpanForest, 'tops' | 'firstChild' | 'nextSibling'>> {
  const tops: number[] = [];
  const firstChild = new Int32Array(parents.length).fill(NONE);
  const nextSibling = new Int32Array(parents.length).fill(NONE);
  // Backwards, so that prepending each child keeps them in order.
  for (let index = parents.length - 1; index >= 0; index--) {
    const parent = parents[index] ?? NONE;
    if (parent === NONE) tops.push(index);
    else {
      nextSibling[index] = firstChild[parent] ?? NONE;
      firstChild[parent] = index;
    }
    if (yielder.isDue()) await yielder.yield();
  }
  return { tops: tops.reverse(), firstChild, nextSibling };
}
