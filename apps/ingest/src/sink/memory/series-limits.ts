import type { SeriesAdmission } from '@svc/otlp';

/** Maximum series remembered over all metrics; beyond it all are forgotten, which can only admit more series, never fewer. */
const MAX_SERIES = 1_000_000;

interface MetricDay {
  day: number;
  readonly admitted: Set<bigint>;
}

/** Series of a metric that have been stored since the start of the day. */
export interface StoredSeries {
  readonly projectNumber: number;
  readonly metricName: string;
  readonly day: number;
  readonly hashes: readonly bigint[];
}

/**
 * Admits the first series per project, metric and day of receipt, up to a limit. A sender that puts IDs into labels
 * then creates a limited number of series and loses only the points of the others.
 *
 * The store holds the state: series with a row of today are admitted. A replay starts with them, and the rows of the
 * series of a range are written before its points, so it admits the same series as before. It can admit more in one
 * case: a range was evaluated concurrently with another one, which reached the limit, and the process died after the
 * points of this range were stored, but before the series of the other. Then the points of the range are those of the
 * first evaluation, because their token is known, while `usage_hours` and `metric_limited_points` may be those of the
 * second. Several processes learn of each other's series within a minute; until then they may exceed the limit by the
 * series that they admit at once.
 */
export class SeriesLimits {
  readonly #metrics = new Map<string, MetricDay>();
  #count = 0;

  constructor(private readonly limit: number) {}

  readonly admission: SeriesAdmission = (projectNumber, metricName, day) => {
    const metric = this.#getMetric(projectNumber, metricName, day);
    return (hash) => {
      if (metric.admitted.has(hash)) return true;
      if (metric.admitted.size >= this.limit) return false;
      this.#add(metric, hash);
      return true;
    };
  };

  /** Adds the stored series, even beyond the limit: lowering the limit does not stop existing series. */
  learn(stored: readonly StoredSeries[]): void {
    for (const { projectNumber, metricName, day, hashes } of stored) {
      const metric = this.#getMetric(projectNumber, metricName, day);
      if (metric.day === day) for (const hash of hashes) this.#add(metric, hash);
    }
  }

  forget(): void {
    this.#metrics.clear();
    this.#count = 0;
  }

  #add(metric: MetricDay, hash: bigint): void {
    const { size } = metric.admitted;
    this.#count += metric.admitted.add(hash).size - size;
  }

  /** A day ends with the first request of the next one; late requests of the previous day count for the new one. */
  #getMetric(projectNumber: number, metricName: string, day: number): MetricDay {
    if (this.#count > MAX_SERIES) this.forget();
    const key = `${projectNumber}/${metricName}`;
    let metric = this.#metrics.get(key);
    if (!metric) this.#metrics.set(key, (metric = { day, admitted: new Set() }));
    if (day > metric.day) {
      this.#count -= metric.admitted.size;
      metric.admitted.clear();
      metric.day = day;
    }
    return metric;
  }
}
