import type { Scope, Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { MetricType } from '../fields/metric-types.js';

/** Which points of a metric to aggregate, and how to group them. */
export interface MetricSelection {
  readonly scope: Scope;
  readonly name: string;
  readonly type: MetricType;
  readonly range: TimeRange;
  /** Width of a bucket in nanoseconds; buckets start at multiples of it since 1970, or with the origin. */
  readonly interval: bigint;
  /** The start of the first bucket, where buckets do not start at multiples of the interval. */
  readonly origin?: bigint;
  readonly service: readonly string[];
  readonly environment: readonly string[];
  /** The condition of the search query on the series. */
  readonly filter?: Sql | undefined;
  readonly groupBy: readonly string[];
  /** Whether each series is a group of its own: its identity then follows the other labels. */
  readonly isBySeries?: boolean;
  /** Whether some series are levels that are sent as changes only, so that all their points are needed. */
  readonly hasDeltaLevels?: boolean;
}
