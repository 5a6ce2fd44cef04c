import type { Measured, MeasuredSeries } from './evaluate.js';
import { seriesKey } from './series-memory.js';
import type { Figure } from './verdict.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pairs of windows, with the burn rate that has to be exceeded in both: the long window shows that the loss is
 * significant, the short one that it continues.
 *
 * Source: The Site Reliability Workbook, "Alerting on SLOs", multiwindow, multi-burn-rate alerts.
 */
const PAIRS = [
  { longMs: HOUR_MS, shortMs: 5 * MINUTE_MS, factor: 14.4 },
  { longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS, factor: 6 },
  { longMs: 72 * HOUR_MS, shortMs: 6 * HOUR_MS, factor: 1 },
] as const;

/** Every window of the pairs once. */
export const SLO_WINDOWS: readonly number[] = [
  ...new Set(PAIRS.flatMap(({ longMs, shortMs }) => [longMs, shortMs] as readonly number[])),
];

/**
 * The burn rates of each series as parts of what is allowed: 1 or more where a pair of windows is over its factor.
 *
 * @param measured for each window all events, then the good ones.
 */
export function burnRates(measured: readonly Measured[], objective: number, count: number): MeasuredSeries[] {
  const byWindow = SLO_WINDOWS.map((windowMs, nth) => ({
    windowMs,
    total: bySeries(measured[2 * nth]),
    good: bySeries(measured[2 * nth + 1]),
  }));
  const burn = (windowMs: number, key: string, nth: number): number | null => {
    const window = byWindow.find((one) => one.windowMs === windowMs);
    const total = window?.total.get(key)?.figures[nth]?.value ?? 0;
    if (!(total > 0)) return null;
    const good = window?.good.get(key)?.figures[nth]?.value ?? 0;
    return Math.max(0, 1 - good / total) / (1 - objective);
  };
  const all = new Map(byWindow.flatMap(({ total }) => [...total]));
  return [...all].map(([key, { labels }]) => ({
    labels,
    figures: Array.from({ length: count }, (_, nth): Figure => {
      const samples = Math.max(...byWindow.map(({ total }) => total.get(key)?.figures[nth]?.samples ?? 0));
      const parts = PAIRS.flatMap(({ longMs, shortMs, factor }) => {
        const [long, short] = [burn(longMs, key, nth), burn(shortMs, key, nth)];
        // Without an event in the short window, the loss does not continue.
        return long === null ? [] : [Math.min(long, short ?? 0) / factor];
      });
      return { value: parts.length === 0 ? null : Math.max(...parts), samples };
    }),
  }));
}

const bySeries = (measured: Measured | undefined): ReadonlyMap<string, MeasuredSeries> =>
  new Map(measured?.series.map((one) => [seriesKey(one.labels), one]));
