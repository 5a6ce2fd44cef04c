import { QUANTILES, type Across } from '../fields/metric-types.js';
import type { AggregatedPoint } from '../metrics.repository.js';

/**
 * Aggregates the values of several series in each bucket. The last label of each point is the identity of its series.
 *
 * @returns ordered by group and then by time.
 */
export function aggregateAcross(points: readonly AggregatedPoint[], across: Across): AggregatedPoint[] {
  const groups = new Map<string, { readonly labels: readonly string[]; readonly buckets: Map<bigint, number[]> }>();
  for (const { labels: withIdentity, bucket, value } of points) {
    const labels = withIdentity.slice(0, -1);
    const key = JSON.stringify(labels);
    const group = groups.get(key) ?? { labels, buckets: new Map<bigint, number[]>() };
    groups.set(key, group);
    const values = group.buckets.get(bucket);
    if (values) values.push(value);
    else group.buckets.set(bucket, [value]);
  }
  return [...groups.values()].flatMap(({ labels, buckets }) =>
    [...buckets]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([bucket, values]) => ({ labels, bucket, value: aggregate(values, across) })),
  );
}

function aggregate(values: number[], across: Across): number {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (across) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / values.length;
    case 'count':
      return values.length;
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((greatest, value) => Math.max(greatest, value));
    case 'p50':
    case 'p95':
    case 'p99':
      return interpolate(values, QUANTILES[across] ?? 0);
  }
}

/** The quantile between the two nearest values, as for the points of a gauge. */
function interpolate(values: number[], quantile: number): number {
  const sorted = values.sort((a, b) => a - b);
  const rank = quantile * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? Number.NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}
