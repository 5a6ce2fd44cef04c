import { FIRST_SECOND, LAST_SECOND, NAME, PROJECT, TOTAL } from './columns.js';
import { addedColumn, column, defineTable } from './table.js';

/**
 * Usage of the accepted requests of a project. `outcome` is `stored`, with the requests and the bytes of their
 * uncompressed protobuf, or the reason why items of them were not stored.
 *
 * `first_received` and `last_received` are the seconds in which the first and the last request of the hour with the outcome were
 * received. They are 0 in rows of versions that did not record them, and `first_received` also in rows that are merged with such.
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
    first_received: addedColumn('0017_receipts', FIRST_SECOND),
    last_received: addedColumn('0017_receipts', LAST_SECOND),
  },
  timeBound: 'hour',
  orderBy: '(project_number, hour, signal, outcome)',
  ttl: 'hour + toIntervalDay(800)',
  shardBy: 'cityHash64(project_number)',
});
