import { EventLoopYielder } from '@svc/runtime';
import { NONE, type SpanForest, type TimedSpan } from './span-forest.js';

export type WarningKind = 'clock_skew' | 'clamped' | 'orphan' | 'multiple_roots' | 'cycle';

/** A reason why the times or the shape of a trace are uncertain. */
export interface TraceWarning {
  readonly kind: WarningKind;
  /** Number of affected spans. */
  readonly count: number;
  /** Some of them. */
  readonly spanIds: readonly string[];
}

const MAX_EXAMPLES = 10;

/**
 * - `clock_skew`: spans that began before their parent, or ended before it began: the clocks of their machines differ.
 * - `clamped`: spans that began while their parent ran and outlived it; the rest is not the parent's time.
 * - `orphan`: spans whose parent has not arrived.
 * - `multiple_roots`: the roots, if there are several.
 * - `cycle`: spans that named a descendant as their parent; one of each cycle.
 */
export async function traceWarnings(forest: SpanForest): Promise<TraceWarning[]> {
  const { spans, parents, roots, orphans, cycles } = forest;
  const [skewed, clamped]: [number[], number[]] = [[], []];
  const adopted = new Set([...orphans, ...cycles]);
  const yielder = new EventLoopYielder();
  for (const [index, span] of spans.entries()) {
    const parent = spans[parents[index] ?? NONE];
    if (parent && !adopted.has(index)) {
      if (span.start < parent.start) skewed.push(index);
      if (span.start <= parent.end && span.end > parent.end) clamped.push(index);
    }
    if (yielder.isDue()) await yielder.yield();
  }
  return [
    ...warning('clock_skew', skewed, spans),
    ...warning('clamped', clamped, spans),
    ...warning('orphan', orphans, spans),
    ...warning('multiple_roots', roots.length > 1 ? roots : [], spans),
    ...warning('cycle', cycles, spans),
  ];
}

function warning(kind: WarningKind, indexes: readonly number[], spans: readonly TimedSpan[]): TraceWarning[] {
  if (indexes.length === 0) return [];
  const spanIds = indexes.slice(0, MAX_EXAMPLES).flatMap((index) => spans[index]?.id ?? []);
  return [{ kind, count: indexes.length, spanIds }];
}
