import type { Sides } from '../facts/facts.js';
import type { PathFact, PathPart } from '../facts/path-facts.js';
import { quantile } from '../statistics/quantiles.js';
import type { Moments } from '../statistics/two-samples.js';
import { slowerThan } from './durations.js';
import { MIN_STRENGTH } from './signal.js';

/** Traces of one operation that have become slower, and what they wait for. Durations are medians in milliseconds. */
export interface PathComparison {
  /** Service and operation of the roots. */
  readonly service: string;
  readonly operation: string;
  readonly durationMs: Sides<number>;
  readonly traces: Sides<number>;
  /** The ID of the slow trace with the median duration. */
  readonly example: string;
  /** Every operation on one of the paths, the one that adds most time first. */
  readonly parts: readonly ComparedPart[];
}

export interface ComparedPart {
  readonly service: string;
  readonly operation: string;
  readonly selfMs: Sides<number>;
  /** The part of all added time that this operation adds, from 0 to 1. */
  readonly share: number;
}

/** Fewest traces of either side. */
const MIN_TRACES = 5;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Compares the critical paths of traces that begin with the same operation, so that a changed mix of requests is no difference. Of several
 * such operations it is the one that all of its slow traces together wait for longest.
 *
 * @returns undefined if no operation has become slower, or has too few traces.
 */
export function comparePaths(paths: readonly PathFact[]): PathComparison | undefined {
  const byRoot = Map.groupBy(paths, ({ service, operation }) => JSON.stringify([service, operation]));
  const slower = [...byRoot.values()].flatMap((alike) => {
    const normal = alike.filter(({ isAbnormal }) => !isAbnormal);
    const abnormal = alike.filter(({ isAbnormal }) => isAbnormal);
    if (Math.min(normal.length, abnormal.length) < MIN_TRACES) return [];
    if (slowerThan(momentsOf(normal), momentsOf(abnormal)).strength < MIN_STRENGTH) return [];
    const durationMs = { normal: median(durations(normal)), abnormal: median(durations(abnormal)) };
    return [{ normal, abnormal, durationMs, added: abnormal.length * (durationMs.abnormal - durationMs.normal) }];
  });
  const [most] = slower.sort((a, b) => b.added - a.added);
  const [first] = most?.abnormal ?? [];
  if (!most || !first) return undefined;
  const { normal, abnormal, durationMs } = most;
  return {
    service: first.service,
    operation: first.operation,
    durationMs,
    traces: { normal: normal.length, abnormal: abnormal.length },
    example: middleOf(abnormal) ?? first.traceId,
    parts: compareParts(normal, abnormal),
  };
}

function compareParts(normal: readonly PathFact[], abnormal: readonly PathFact[]): ComparedPart[] {
  const keyOf = ({ service, operation }: PathPart): string => JSON.stringify([service, operation]);
  const times = (paths: readonly PathFact[]) =>
    Map.groupBy(
      paths.flatMap(({ parts }) => parts),
      keyOf,
    );
  const [before, during] = [times(normal), times(abnormal)];
  const parts = [...new Set([...during.keys(), ...before.keys()])].flatMap((key) => {
    const [usual = [], now = []] = [before.get(key), during.get(key)];
    const [part] = [...now, ...usual];
    if (!part) return [];
    const selfMs = { normal: medianOf(usual, normal.length), abnormal: medianOf(now, abnormal.length) };
    return [{ service: part.service, operation: part.operation, selfMs, key, added: selfMs.abnormal - selfMs.normal }];
  });
  const slowdown = parts.reduce((sum, { added }) => sum + Math.max(added, 0), 0);
  return parts
    .sort((a, b) => b.added - a.added || (a.key < b.key ? -1 : 1))
    .map(({ service, operation, selfMs, added }) => {
      return { service, operation, selfMs, share: slowdown === 0 ? 0 : Math.max(added, 0) / slowdown };
    });
}

/** The median of all traces: those whose path does not lead through an operation spend no time in it. */
function medianOf(parts: readonly PathPart[], traces: number): number {
  const missing = Array.from({ length: Math.max(traces - parts.length, 0) }, () => 0);
  return median([...parts.map(({ selfMs }) => selfMs), ...missing]);
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
