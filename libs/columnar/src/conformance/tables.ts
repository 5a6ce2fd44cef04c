import type { TableDefinition } from '@svc/tables';
import type { Migration } from '../migrations/migration.js';

const ROWS: TableDefinition = {
  name: 'conformance_rows',
  scope: 'project_number',
  engine: 'MergeTree',
  columns: { batch: { type: 'UInt32' }, day: { type: 'Date' }, payload: { type: 'String' } },
  partitionBy: 'day',
  orderBy: 'batch',
  // The rows of one block are on several shards.
  shardBy: 'cityHash64(payload)',
};

const SUMS: TableDefinition = {
  name: 'conformance_sums',
  scope: 'project_number',
  engine: 'AggregatingMergeTree',
  columns: { batch: { type: 'UInt32' }, rows: { type: 'SimpleAggregateFunction(sum, UInt64)' } },
  orderBy: 'batch',
  shardBy: 'cityHash64(batch)',
};

/** The tables of the tests, as the migrations of the service create theirs. */
export const CONFORMANCE_TABLES: Migration = {
  name: 'conformance_tables',
  steps: [
    { kind: 'table', table: ROWS },
    { kind: 'table', table: SUMS },
    {
      kind: 'view',
      view: {
        name: 'conformance_view',
        from: ROWS,
        to: SUMS,
        select: { batch: 'batch', rows: 'count()' },
        groupBy: ['batch'],
      },
    },
  ],
};

/** A later migration adds a column. */
export const CONFORMANCE_COLUMN: Migration = {
  name: 'conformance_column',
  steps: [
    { kind: 'alter', alter: { table: ROWS, clause: 'ADD COLUMN IF NOT EXISTS later String', changesColumns: true } },
  ],
};
