import { column, NAME, OWNER, type ColumnDefinition } from './columns.js';
import type { TableDefinition } from './table.js';

/** Figures of services by minute; `key` are the columns that tell their rows apart further. */
export const minutesTable = (
  name: string,
  columns: readonly ColumnDefinition[],
  key: readonly string[] = [],
): TableDefinition => ({
  name,
  engine: 'AggregatingMergeTree',
  columns: [
    ...OWNER,
    column('minute', 'DateTime'),
    column('service_name', NAME),
    column('environment', NAME),
    ...columns,
  ],
  orderBy: `(${['project_number', 'minute', 'service_name', 'environment', ...key].join(', ')})`,
  partitionBy: '(retention_days, toDate(minute))',
  ttl: 'minute + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, service_name)',
});

export const DURATIONS = column('durations', 'AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64)');
