import { toTiming, type Rule } from '../definition/definition.js';
import { SLO_WINDOWS } from '../evaluation/burn-rate.js';
import type { Times } from '../evaluation/plan.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The most windows of a series, and of cells that windows which overlap consist of together. */
const MAX_COUNT = 1_440;
const MAX_CELLS = 400_000;

/**
 * The times at which a rule is tested: the last 24 hours at its interval, or at a multiple of the interval if that
 * would be too many. They are whole minutes, so that counts by minute can be read.
 */
export function toTestTimes(rule: Pick<Rule, 'kind' | 'definition'>, nowMs: number): Times {
  const { intervalMs, windowMs } = toTiming(rule.definition);
  const windows = rule.kind === 'slo' ? SLO_WINDOWS : [windowMs];
  const widest = Math.max(...windows);
  let factor = 1;
  const isFitting = (stepMs: number): boolean => {
    const count = Math.ceil(DAY_MS / stepMs);
    const cells = Math.max(...windows.map((width) => (width / divisor(width, stepMs)) * count));
    return count <= MAX_COUNT && cells <= MAX_CELLS;
  };
  // With `match`, windows consist of intervals, so the step must be the interval.
  if (rule.definition.match === '') while (!isFitting(factor * intervalMs) && factor * intervalMs < DAY_MS) factor++;
  const stepMs = factor * intervalMs;
  const latest = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const count = Math.max(1, Math.floor(DAY_MS / stepMs));
  return { first: latest - (count - 1) * stepMs, count: widest > 0 ? count : 1, stepMs };
}

/** The times themselves. */
export const listTimes = ({ first, count, stepMs }: Times): number[] =>
  Array.from({ length: count }, (_, nth) => first + nth * stepMs);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** A duration as the interface writes it. */
export function printDuration(ms: number): string {
  const units = [
    ['d', DAY_MS],
    ['h', 60 * MINUTE_MS],
    ['m', MINUTE_MS],
    ['s', 1000],
  ] as const;
  const parts = units.map(([unit, size], nth) => {
    const above = nth === 0 ? ms : ms % (units[nth - 1]?.[1] ?? ms);
    const amount = Math.floor(above / size);
    return amount === 0 ? '' : `${amount}${unit}`;
  });
  return parts.join('') || '0s';
}
