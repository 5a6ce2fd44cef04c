import type { Sides } from '../../facts/facts.js';
import type { PathFact } from '../../facts/path-facts.js';
import { quantile } from '../../statistics/quantiles.js';
import type { Moments } from '../../statistics/two-samples.js';
import type { Turns } from '../../turns.js';
import { slowerThan } from '../durations.js';
import { MIN_STRENGTH } from '../signal.js';
import { compareParts, type ComparedPart } from './path-parts.js';

/** Traces of one operation that have become slower, and what they wait for. Durations are medians in milliseconds. */
export interface PathComparison {
  /** Service and operation of the roots. */
  readonly service: string;
  readonly operation: string;
  readonly durationMs: Sides<number>;
  readonly traces: Sides<number>;
  /** The ID of the slow trace with the median duration. */
  readonly example: string;
  /** The operations on the paths of half of the traces of a side, the one that adds most time first. */
  readonly parts: readonly ComparedPart[];
}

/** The reason why there is no comparison: no operation has traces enough on both sides, or none of those that have became slower. */
export type NotCompared = 'too_few_traces' | 'as_usual';

/** Fewest traces of either side. */
export const MIN_TRACES = 5;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Compares the critical paths of traces that begin with the same operation, so that a changed mix of requests is no difference. Of several
 * such operations it is the one that all of its slow traces together wait for longest.
 */
export async function comparePaths(paths: readonly PathFact[], turns: Turns): Promise<PathComparison | NotCompared> {
  const byRoot = Map.groupBy(paths, ({ service, operation }) => JSON.stringify([service, operation]));
  const enough = [...byRoot.values()]
    .map((alike) => ({
      normal: alike.filter(({ isAbnormal }) => !isAbnormal),
      abnormal: alike.filter(({ isAbnormal }) => isAbnormal),
    }))
    .filter(({ normal, abnormal }) => Math.min(normal.length, abnormal.length) >= MIN_TRACES);
  if (enough.length === 0) return 'too_few_traces';
  const slower = enough.flatMap(({ normal, abnormal }) => {
    if (slowerThan(momentsOf(normal), momentsOf(abnormal)).strength < MIN_STRENGTH) return [];
    const durationMs = { normal: median(durations(normal)), abnormal: median(durations(abnormal)) };
    return [{ normal, abnormal, durationMs, added: abnormal.length * (durationMs.abnormal - durationMs.normal) }];
  });
  const [most] = slower.sort((a, b) => b.added - a.added);
  const [first] = most?.abnormal ?? [];
  if (!most || !first) return 'as_usual';
  const { normal, abnormal, durationMs } = most;
  return {
    service: first.service,
    operation: first.operation,
    durationMs,
    traces: { normal: normal.length, abnormal: abnormal.length },
    example: middleOf(abnormal) ?? first.traceId,
    parts: await compareParts(normal, abnormal, turns),
  };
}

const durations = (paths: readonly PathFact[]): number[] => paths.map(({ durationMs }) => durationMs);

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The ID of the trace in the middle of the traces by duration. */
function middleOf(paths: readonly PathFact[]): string | undefined {
  const ordered = paths.toSorted((a, b) => a.durationMs - b.durationMs || (a.traceId < b.traceId ? -1 : 1));
  return ordered[Math.floor(ordered.length / 2)]?.traceId;
}

/** Moments of the binary logarithms of nanoseconds. */
function momentsOf(paths: readonly PathFact[]): Moments {
  const logarithms = durations(paths).map((ms) => Math.log2(Math.max(ms * NANOSECONDS_PER_MS, 1)));
  const count = logarithms.length;
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / count;
  return { count, mean, variance: logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count };
}
