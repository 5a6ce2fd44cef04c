import type { Bucket } from '../../charts/histogram/layout.js';
import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { DurationBucket, SpanPoint } from '../../gen/api.js';
import { formatDuration } from '../../time/amounts.js';

const PERCENTILES = [
  { name: 'p50', tone: 'series-3' },
  { name: 'p95', tone: 'series-1' },
  { name: 'p99', tone: 'series-2' },
] as const;

/** Spans over time that have not failed, and those that have, as a histogram stacks them. */
export function toCounts(points: readonly SpanPoint[], intervalMs: number): readonly Bucket[] {
  return points.flatMap(({ timestamp, count, error_count: failed }) => {
    const startMs = Date.parse(timestamp ?? '');
    return Number.isNaN(startMs) ? [] : [{ startMs, endMs: startMs + intervalMs, counts: [count - failed, failed] }];
  });
}

/** Percentiles of durations over time, in milliseconds; undefined where there are no spans. */
export function toPercentiles(points: readonly SpanPoint[]): {
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
} {
  return {
    times: points.map(({ timestamp }) => Date.parse(timestamp ?? '')),
    series: PERCENTILES.map(({ name, tone }) => ({
      name,
      tone,
      values: points.map((point) => point[`${name}_ms`] ?? undefined),
    })),
  };
}

/** The name of a range of durations, such as `10 ms – 20 ms`. */
export function nameBucket({ from_ms: from, to_ms: to }: DurationBucket): string {
  if (to === undefined) return `from ${formatDuration(from, 'ms')}`;
  return `${formatDuration(from, 'ms')} – ${formatDuration(to, 'ms')}`;
}
