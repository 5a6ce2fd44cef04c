import { EventLoopYielder } from '@svc/runtime';
import { NONE, type SpanForest, type TimedSpan } from '../span-forest/span-forest.js';
import { traceWarnings, type TraceWarning } from '../span-forest/trace-warnings.js';

/**
 * A period of time that one span is responsible for, because nothing it waited for ran then. Nanoseconds since 1970.
 */
export interface PathSegment {
  /** Undefined between several roots, when none of them ran. */
  readonly span: TimedSpan | undefined;
  readonly start: bigint;
  readonly end: bigint;
}

export interface CriticalPath {
  /** The only root; undefined if the path runs over several. */
  readonly root: TimedSpan | undefined;
  readonly start: bigint;
  readonly end: bigint;
  /** Segments by time, without gap or overlap: together they cover exactly `start` to `end`. */
  readonly segments: readonly PathSegment[];
  readonly warnings: readonly TraceWarning[];
}

/** The context of the walk: a span, or for `NONE` the synthetic root over several tops. */
interface Frame {
  readonly index: number;
  /** The start of the span's copy: no earlier than its parent's. */
  readonly from: bigint;
  readonly to: bigint;
  /** Everything from here to `to` is already on the path. */
  cursor: bigint;
  /** The next child to visit, by latest end. */
  child: number;
}

interface Step {
  readonly child: number;
  readonly from: bigint;
}

const PRODUCER = 4;
const CONSUMER = 5;

/**
 * The chain of spans that determined how long the trace took. Backwards from the end of the root: the root waited last
 * for the child that finished last; before that child began, for the child that finished last before then; and so on
 * within every child. Times in between belong to the span itself. A child that was still running when the next one on
 * the path began delayed nothing and is not on it.
 *
 * Children are treated as copies clamped to their parent's times, so that a wrong clock distorts nothing beyond the
 * span it measured; stored spans do not change. A consumer that outlives its producer, and a child that starts after
 * its parent has ended, are independent and not on the path. Several roots get a synthetic root from the first start to
 * the last end; if roots overlap, the earlier one's time ends where the later begins.
 *
 * A pure function that yields to other work every few milliseconds. The forest must not be empty.
 */
export async function criticalPath(forest: SpanForest): Promise<CriticalPath> {
  const { spans, tops } = forest;
  const top = tops.length === 1 ? (tops[0] ?? NONE) : NONE;
  const root = spans[top];
  const { start, end } = root ?? measureExtent(tops.map((index) => at(spans, index)));
  const segments = await walk(forest, {
    index: top,
    from: start,
    to: end,
    cursor: end,
    child: top === NONE ? (tops[0] ?? NONE) : (forest.firstChild[top] ?? NONE),
  });
  return { root, start, end, segments: segments.reverse(), warnings: await traceWarnings(forest) };
}

/** Segments by latest end. */
async function walk(forest: SpanForest, top: Frame): Promise<PathSegment[]> {
  const { spans, firstChild } = forest;
  const segments: PathSegment[] = [];
  const sibling = siblings(forest);
  const yielder = new EventLoopYielder();
  const stack = [top];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const step = await lastToFinish(forest, frame, sibling, yielder);
    if (step) {
      const to = frame.cursor;
      frame.cursor = step.from;
      stack.push({ index: step.child, from: step.from, to, cursor: to, child: firstChild[step.child] ?? NONE });
    } else {
      // The span's own time: back to the child that finished before, or to its start.
      const start = frame.child === NONE ? frame.from : at(spans, frame.child).end;
      if (start < frame.cursor) segments.push({ span: spans[frame.index], start, end: frame.cursor });
      frame.cursor = start;
      if (start === frame.from) stack.pop();
    }
    if (yielder.isDue()) await yielder.yield();
  }
  return segments;
}

/**
 * The child whose copy ends exactly at the cursor; of several the one that began first. Moves `frame.child` to the next
 * one that ends before. Undefined if the span itself was running.
 */
async function lastToFinish(
  { spans }: SpanForest,
  frame: Frame,
  sibling: (index: number) => number,
  yielder: EventLoopYielder,
): Promise<Step | undefined> {
  const { cursor, from } = frame;
  // A span's copy cuts off the rest of its children only at its very end; the synthetic root has no work of its own and
  // cuts anywhere.
  const cuts = cursor === frame.to || frame.index === NONE;
  let found: Step | undefined;
  for (; frame.child !== NONE; frame.child = sibling(frame.child)) {
    if (yielder.isDue()) await yielder.yield();
    const child = at(spans, frame.child);
    const begins = child.start > from ? child.start : from;
    const isOnPath = begins < child.end && !isIndependent(child, spans[frame.index]);
    if (child.end < cursor && isOnPath) break;
    if (!isOnPath || child.end < cursor || (child.end > cursor && !cuts) || begins >= cursor) continue;
    if (found === undefined || begins < found.from) found = { child: frame.child, from: begins };
  }
  return found;
}

function isIndependent(child: TimedSpan, parent: TimedSpan | undefined): boolean {
  return child.kind === CONSUMER && parent?.kind === PRODUCER && child.end > parent.end;
}

/** The order within a list of children, and of the tops, which have no links. */
function siblings({ parents, nextSibling, tops }: SpanForest): (index: number) => number {
  const nextTop = new Map(tops.map((index, place) => [index, tops[place + 1] ?? NONE]));
  return (index) => (parents[index] === NONE ? (nextTop.get(index) ?? NONE) : (nextSibling[index] ?? NONE));
}

function measureExtent(spans: readonly TimedSpan[]): { start: bigint; end: bigint } {
  let { start, end } = at(spans, 0);
  for (const span of spans) {
    if (span.start < start) start = span.start;
    if (span.end > end) end = span.end;
  }
  return { start, end };
}

function at(spans: readonly TimedSpan[], index: number): TimedSpan {
  const span = spans[index];
  if (!span) throw new RangeError('The forest refers to a span that it does not have.');
  return span;
}
