import type { SeriesAdmission } from '@svc/otlp';

/** Series remembered over all metrics; beyond it they are forgotten, which admits more of them and never fewer. */
const MAX_SERIES = 1_000_000;

interface MetricDay {
  day: number;
  readonly admitted: Set<bigint>;
}

/** Series that the store has of a metric since the beginning of a day. */
export interface StoredSeries {
  readonly projectNumber: number;
  readonly metricName: string;
  readonly day: number;
  readonly hashes: readonly bigint[];
}

/**
 * Admits a number of series per project, metric and day of receipt: those that come first. A sender that puts ids into labels then
 * costs a bounded number of series, and loses no more than the points of the others.
 *
 * The state is the store's: series that have a row of today are admitted. A replay begins with them, and the rows of a range's series
 * are written before its points, so it admits what was admitted before. It can admit more in one case: a range was judged beside
 * another one, which filled the limit, and the process died when the rows of this one's points, but not of the other's series, were
 * stored. Then the points of the range are those of the first judgement, because their token is known, while `usage_hours` and
 * `metric_limited_points` may be those of the second. Several processes learn of each other's series within a minute; until then the
 * limit is exceeded by what they admit at once.
 */
export class SeriesLimits {
  readonly #metrics = new Map<string, MetricDay>();
  #count = 0;

  constructor(private readonly limit: number) {}

  readonly admission: SeriesAdmission = (projectNumber, metricName, day) => {
    const metric = this.#metricOf(projectNumber, metricName, day);
    return (hash) => {
      if (metric.admitted.has(hash)) return true;
      if (metric.admitted.size >= this.limit) return false;
      this.#add(metric, hash);
      return true;
    };
  };

  /** Takes over what is stored, also beyond the limit: a lowered limit ends no series. */
  learn(stored: readonly StoredSeries[]): void {
    for (const { projectNumber, metricName, day, hashes } of stored) {
      const metric = this.#metricOf(projectNumber, metricName, day);
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

  /** A day ends when the first request of the next one comes; late requests of the day before count for the new one. */
  #metricOf(projectNumber: number, metricName: string, day: number): MetricDay {
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
