import { NAME, PROJECT, TOTAL } from './columns.js';
import { column, defineTable } from './table.js';

/**
 * Usage of the accepted requests of a project. `outcome` is `stored`, with the requests and the bytes of their
 * uncompressed protobuf, or the reason why items of them were not stored.
 */
export const USAGE_HOURS = defineTable('usage_hours', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    hour: column('DateTime'),
    signal: column(NAME),
    outcome: column(NAME),
    items: column(TOTAL),
    requests: column(TOTAL),
    bytes: column(TOTAL),
  },
  timeBound: 'hour',
  orderBy: '(project_number, hour, signal, outcome)',
  ttl: 'hour + toIntervalDay(800)',
  shardBy: 'cityHash64(project_number)',
});
