import assert from 'node:assert/strict';
import { it } from 'node:test';
import { INGEST_TABLES } from '@svc/columnar';
import { blockColumns } from '@svc/otlp';

it('the blocks of libs/otlp have the columns and types of the tables', () => {
  const columnsOf = (columns: readonly { name: string; type: string }[]) =>
    columns.map(({ name, type }) => ({ name, type }));
  const tables = new Map(INGEST_TABLES.map(({ name, columns }) => [name, columnsOf(columns)]));
  assert.deepEqual(new Map(blockColumns()), tables);
});
