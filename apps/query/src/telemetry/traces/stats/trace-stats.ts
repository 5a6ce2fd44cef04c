import { EventLoopYielder } from '@svc/runtime';
import { NONE, type SpanForest } from '../span-forest/span-forest.js';

/** The totals of the spans of one service, or of one operation of it. Durations in nanoseconds. */
export interface SpanGroup {
  readonly service: string;
  /** Undefined for a whole service. */
  readonly operation: string | undefined;
  spans: number;
  errors: number;
  /**
   * Time in which a span ran and none of its children did. It can be summed over groups, because no time counts for
   * both a parent and its child.
   */
  selfTime: bigint;
  /** Duration of the spans including their children. */
  totalTime: bigint;
  longest: bigint;
}

export interface TraceStats {
  readonly spans: number;
  readonly errors: number;
  readonly selfTime: bigint;
  /** Most self time first. */
  readonly services: readonly SpanGroup[];
  readonly operations: readonly SpanGroup[];
}

/**
 * Attributes the time of a trace to services and operations. Spans that ran at the same time both count, so the total
 * self time may exceed the duration of the trace.
 */
export async function traceStats(forest: SpanForest): Promise<TraceStats> {
  const services = new Map<string, SpanGroup>();
  const operations = new Map<string, Map<string, SpanGroup>>();
  const yielder = new EventLoopYielder();
  const whole = newGroup('', undefined);
  for (const [index, { service, name, isError, start, end }] of forest.spans.entries()) {
    const selfTime = await measureSelfTime(forest, index, yielder);
    const byName = getOrCreate(operations, service, () => new Map<string, SpanGroup>());
    for (const group of [
      whole,
      getOrCreate(services, service, () => newGroup(service, undefined)),
      getOrCreate(byName, name, () => newGroup(service, name)),
    ]) {
      group.spans++;
      if (isError) group.errors++;
      group.selfTime += selfTime;
      group.totalTime += end - start;
      if (end - start > group.longest) group.longest = end - start;
    }
    if (yielder.isDue()) await yielder.yield();
  }
  return {
    ...whole,
    services: [...services.values()].sort(bySelfTime),
    operations: [...operations.values()].flatMap((names) => [...names.values()]).sort(bySelfTime),
  };
}

/**
 * The span's duration without the time that its children cover. Children are ordered by latest end, so everything after
 * the earliest start is done.
 */
async function measureSelfTime(
  { spans, firstChild, nextSibling }: SpanForest,
  index: number,
  yielder: EventLoopYielder,
): Promise<bigint> {
  const span = spans[index];
  if (!span) return 0n;
  let selfTime = span.end - span.start;
  let uncoveredUntil = span.end;
  for (let child = firstChild[index] ?? NONE; child !== NONE; child = nextSibling[child] ?? NONE) {
    const { start, end } = spans[child] ?? span;
    const from = start > span.start ? start : span.start;
    const to = end < uncoveredUntil ? end : uncoveredUntil;
    if (to > from) selfTime -= to - from;
    if (from < uncoveredUntil) uncoveredUntil = from;
    if (yielder.isDue()) await yielder.yield();
  }
  return selfTime;
}

function newGroup(service: string, operation: string | undefined): SpanGroup {
  return { service, operation, spans: 0, errors: 0, selfTime: 0n, totalTime: 0n, longest: 0n };
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function bySelfTime(a: SpanGroup, b: SpanGroup): number {
  if (a.selfTime !== b.selfTime) return a.selfTime > b.selfTime ? -1 : 1;
  const [left, right] = [a, b].map(({ service, operation = '' }) => `${service}\0${operation}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
