import type { TableDefinition } from './tables.js';

/** When the latest point of a metric was, of whatever series. Filled from the tables of points by `metric_seen_from_*`. */
export const METRIC_SEEN: TableDefinition = {
  name: 'metric_seen',
  engine: 'AggregatingMergeTree',
  columns: [
    { name: 'project_number', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'metric_name', type: 'LowCardinality(String)', codec: 'ZSTD(1)' },
    { name: 'last_point', type: 'SimpleAggregateFunction(max, DateTime64(9))', codec: 'ZSTD(1)' },
  ],
  orderBy: '(project_number, metric_name)',
  ttl: 'toDateTime(last_point) + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, metric_name)',
};
