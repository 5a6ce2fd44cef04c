import type { Labels, Series } from './series.js';
import type { MeasuredWindow } from './windows.js';

/** Series of one detector in one project; the largest are watched. */
export const MAX_SERIES = 100;
const DAY_MS = 24 * 3_600_000;

/**
 * Adds measured series to the known ones, the largest first.
 * @returns all series by number, and the ones that are new or have to be written.
 */
export function learnSeries(
  known: readonly Series[],
  labels: ReadonlyMap<number, Labels>,
  windows: readonly MeasuredWindow[],
): { readonly series: Map<number, Series>; readonly learned: readonly Series[] } {
  const series = new Map(known.map((one) => [one.number, one]));
  const learned = new Map<number, Series>();
  const records = new Map<number, number>();
  for (const { observations } of windows)
    for (const [number, { records: more }] of observations) records.set(number, (records.get(number) ?? 0) + more);
  const bySize = [...records].sort(([, one], [, other]) => other - one).map(([number]) => number);
  for (const number of bySize) {
    const ends = windows.filter(({ observations }) => observations.has(number)).map(({ end }) => end);
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    const before = series.get(number);
    const own = labels.get(number);
    if (!own || (!before && series.size >= MAX_SERIES)) continue;
    const isUpToDate = before && first >= before.firstEnd && last < before.lastEnd + DAY_MS;
    if (isUpToDate) continue;
    const next: Series = before
      ? { ...before, firstEnd: Math.min(first, before.firstEnd), lastEnd: Math.max(last, before.lastEnd) }
      : { number, labels: own, firstEnd: first, lastEnd: last, memory: {} };
    series.set(number, next);
    learned.set(number, next);
  }
  return { series, learned: [...learned.values()] };
}
