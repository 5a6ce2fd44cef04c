import { select, sql, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SUMMARIES,
  USAGE_HOURS,
  type TableDefinition,
} from '@svc/tables';

/** The usage of one signal with one outcome; numbers as strings. */
export type UsageRow = RowsOf<typeof selectUsage>;

export function selectUsage(scope: Scope, during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(USAGE_HOURS, ['signal', 'outcome']),
      items: typed('UInt64', sql`sum(usage_hours.items)`),
      requests: typed('UInt64', sql`sum(usage_hours.requests)`),
      bytes: typed('UInt64', sql`sum(usage_hours.bytes)`),
    },
    from: USAGE_HOURS,
    scope,
    during,
    groupBy: sql`signal, outcome`,
    orderBy: sql`signal, outcome`,
  });
}

/** Each series has points in exactly one of these tables. */
export const POINT_TABLES: readonly TableDefinition[] = [
  METRIC_POINTS,
  METRIC_HISTOGRAMS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_SUMMARIES,
];

export function selectSeriesWithPoints(from: TableDefinition, scope: Scope, during: TimeRange) {
  return select({
    columns: { series: typed('UInt64', sql`uniqExact(metric_name, series_hash)`) },
    from,
    scope,
    during,
  });
}
