import { mapYielding } from '@svc/runtime';
import type { AggregatedPoint } from '../metrics.repository.js';

/** The values of one group. */
export interface MetricSeries {
  readonly labels: readonly string[];
  /** Values by the start of the bucket in nanoseconds; a bucket without data is absent. */
  readonly values: ReadonlyMap<bigint, number>;
}

/** @param points aggregated points; the points of one group must be adjacent. */
export async function toMetricSeries(points: readonly AggregatedPoint[]): Promise<MetricSeries[]> {
  const groups: { readonly labels: readonly string[]; readonly values: Map<bigint, number> }[] = [];
  await mapYielding(points, ({ labels, bucket, value }) => {
    let group = groups.at(-1);
    if (!group?.labels.every((label, index) => label === labels[index])) {
      group = { labels, values: new Map() };
      groups.push(group);
    }
    group.values.set(bucket, value);
  });
  return groups;
}
