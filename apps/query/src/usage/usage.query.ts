import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SUMMARIES,
  USAGE_HOURS,
  type TableDefinition,
} from '@svc/columnar';
import { select, sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** What one signal used with one outcome; numbers as text. */
export interface UsageRow {
  readonly signal: string;
  readonly outcome: string;
  readonly items: string;
  readonly requests: string;
  readonly bytes: string;
}

export function selectUsage(scope: Scope, during: TimeRange): Sql {
  return select({
    columns: sql`signal, outcome, sum(usage_hours.items) AS items, sum(usage_hours.requests) AS requests,
  sum(usage_hours.bytes) AS bytes`,
    from: USAGE_HOURS,
    scope,
    during,
    groupBy: sql`signal, outcome`,
    orderBy: sql`signal, outcome`,
  });
}

/** A series has points in one of them alone. */
export const POINT_TABLES: readonly TableDefinition[] = [
  METRIC_POINTS,
  METRIC_HISTOGRAMS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_SUMMARIES,
];

export function selectSeriesWithPoints(from: TableDefinition, scope: Scope, during: TimeRange): Sql {
  return select({ columns: sql`uniqExact(metric_name, series_hash) AS series`, from, scope, during });
}
