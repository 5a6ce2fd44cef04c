import { column, NAME, PROJECT, TIME } from './columns.js';
import type { TableDefinition } from './table.js';

/** When the latest point of a metric was, of whatever series. Filled from the tables of points by `metric_seen_from_*`. */
export const METRIC_SEEN: TableDefinition = {
  name: 'metric_seen',
  engine: 'AggregatingMergeTree',
  columns: [PROJECT, column('metric_name', NAME), column('last_point', `SimpleAggregateFunction(max, ${TIME})`)],
  orderBy: '(project_number, metric_name)',
  ttl: 'toDateTime(last_point) + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, metric_name)',
};
