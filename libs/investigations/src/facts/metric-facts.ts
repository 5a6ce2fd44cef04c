/** The most series of a reading that are compared; those that deviate most of all that are looked at. */
export const MAX_METRIC_SERIES = 100;

/** A metric has exploded if it has at least so many series, and at least so many times the usual number. */
export const [MIN_EXPLODED, EXPLODED] = [50, 5];

/** A series of numbers of a metric: its points with equal attributes of one service, whichever instances sent them. */
export interface MetricSeriesFact {
  readonly metric: string;
  /** Empty if the sender names none. */
  readonly service: string;
  /** The unit as it was sent, such as `By`, `ms` or `{request}`; empty if none was. */
  readonly unit: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** `level` of a gauge or an up-down counter, `increase` of a counter, and `series`: how many series the metric has in the service. */
  readonly figure: 'level' | 'increase' | 'series';
  /** Buckets in ascending order; one without a point is absent. */
  readonly points: readonly MetricPoint[];
}

export interface MetricPoint {
  /** Start of the bucket in epoch milliseconds. */
  readonly start: number;
  /** The mean of a level, the sum of increases, or a number of series. */
  readonly value: number;
}

export interface MetricFacts {
  /** The series with points on both sides that were looked at. */
  readonly compared: number;
  readonly series: readonly MetricSeriesFact[];
}
