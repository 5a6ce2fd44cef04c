import type { FactParameters } from '../facts/facts.js';
import type { MetricFacts, MetricSeriesFact } from '../facts/metric-facts.js';

/** A metric of a service, as a function of the time. */
export interface MetricOfService extends Omit<MetricSeriesFact, 'points' | 'attributes'> {
  readonly attributes?: MetricSeriesFact['attributes'];
  /** @param at epoch milliseconds. @param random a number from 0 to 1. */
  readonly value: (at: number, random: number) => number;
}

/** Series with a point in each bucket of the windows, of the services of the parameters. */
export function metricFacts(
  metrics: readonly MetricOfService[],
  { abnormal, normal, bucketMs, services }: FactParameters,
  random: () => number,
): MetricFacts {
  const first = Math.min(abnormal.start, ...normal.map(({ start }) => start));
  const starts = Array.from(
    { length: Math.ceil((abnormal.end - first) / bucketMs) },
    (_, index) => first + index * bucketMs,
  );
  const series = metrics
    .filter(({ service }) => services.length === 0 || services.includes(service))
    .map(({ value, attributes = {}, ...one }): MetricSeriesFact => ({
      ...one,
      attributes,
      points: starts.map((start) => ({ start, value: value(start, random()) })),
    }));
  return { compared: series.length, series };
}
