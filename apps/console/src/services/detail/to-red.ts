import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { RedBucket } from '../../gen/api.js';

export interface RedLines {
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly rate: readonly PlotSeries[];
  readonly errors: readonly PlotSeries[];
  readonly durations: readonly PlotSeries[];
}

/** The lines of the three charts. Without requests there is no share of failures and no duration, rather than zero. */
export function toRed(buckets: readonly RedBucket[]): RedLines {
  const where = (value: (bucket: RedBucket) => number) =>
    buckets.map((bucket) => (bucket.request_count === 0 ? undefined : value(bucket)));
  return {
    times: buckets.map(({ timestamp }) => Date.parse(timestamp ?? '')),
    rate: [{ name: 'Requests', tone: 'series-1', values: buckets.map(({ request_rate: rate }) => rate) }],
    errors: [{ name: 'Failed', tone: 'danger', values: where(({ error_rate: rate }) => rate) }],
    durations: [
      { name: 'P50', tone: 'series-3', values: where(({ p50_duration_ms: ms }) => ms) },
      { name: 'P95', tone: 'series-2', values: where(({ p95_duration_ms: ms }) => ms) },
      { name: 'P99', tone: 'series-4', values: where(({ p99_duration_ms: ms }) => ms) },
    ],
  };
}

export interface RedSums {
  readonly requests: number;
  readonly failed: number;
  /** A share from 0 to 1. */
  readonly failedShare: number;
}

export function sumRed(buckets: readonly RedBucket[]): RedSums {
  const requests = buckets.reduce((sum, { request_count: count }) => sum + count, 0);
  const failed = buckets.reduce((sum, { error_count: count }) => sum + count, 0);
  return { requests, failed, failedShare: requests === 0 ? 0 : failed / requests };
}
