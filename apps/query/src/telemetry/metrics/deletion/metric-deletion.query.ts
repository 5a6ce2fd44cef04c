import { sql, stringParam, uint32, type Deletion, type Scope, type Sql } from '@svc/reading/statement';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_LIMITED_POINTS,
  METRIC_POINTS,
  METRIC_SEEN,
  METRIC_SERIES,
  METRIC_SUMMARIES,
} from '@svc/tables';

/** All rows of a metric, in the order in which they are deleted. */
export function rowsOfMetric(name: string): Omit<Deletion, 'scope'>[] {
  const where = [sql`metric_name = ${stringParam(name)}`];
  return [
    METRIC_POINTS,
    METRIC_HISTOGRAMS,
    METRIC_EXPONENTIAL_HISTOGRAMS,
    METRIC_SUMMARIES,
    METRIC_LIMITED_POINTS,
    METRIC_SEEN,
    METRIC_SERIES,
  ].map((from) => ({ from, during: 'retention', where }));
}

/** Makes ingestion forget which series of the metric are stored. */
export function recordDeletion(scope: Scope, name: string): Sql {
  return sql`INSERT INTO metric_deletions (project_number, metric_name, deleted_at)
SELECT ${uint32(scope.projectNumber)}, ${stringParam(name)}, now64(9)`;
}
