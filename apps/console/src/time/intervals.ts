const MINUTE_MS = 60_000;

/** The intervals that aggregations over time accept, in milliseconds. */
export const INTERVALS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '6h': 360 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
} as const;

export type Interval = keyof typeof INTERVALS;

/** More bars than this are too thin to be pointed at. */
const MAX_BARS = 120;

/** The shortest interval that divides a range into no more bars than a chart can show. */
export function pickInterval(startMs: number, endMs: number, maxBars = MAX_BARS): Interval {
  const names = Object.keys(INTERVALS) as Interval[];
  return names.find((name) => (endMs - startMs) / INTERVALS[name] <= maxBars) ?? '1d';
}
