import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CaptureEncoder } from '@svc/capture';
import { CAPTURE_TABLES, INGEST_TABLES, USAGE_HOURS } from '@svc/columnar';
import { blockColumns } from '@svc/otlp';

it('the blocks of libs/otlp have the columns and types of the tables', () => {
  const columnsOf = (columns: readonly { name: string; type: string }[]) =>
    columns.map(({ name, type }) => ({ name, type }));
  const tables = new Map(INGEST_TABLES.map(({ name, columns }) => [name, columnsOf(columns)]));
  assert.deepEqual(new Map(blockColumns()), tables);
});

it('the blocks of libs/capture have the columns of the tables', () => {
  const tables = new Map([...CAPTURE_TABLES, USAGE_HOURS].map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of new CaptureEncoder().tables) {
    // What merges is written as what it merges, which the engine takes for a tuple and nothing else.
    const written = columns.map(([column, { type }]) => [column, type]);
    const stored = tables
      .get(name)
      ?.map((column) => [column.name, column.type.replace(/^SimpleAggregateFunction\(\w+, (Tuple\(.*\))\)$/, '$1')]);
    assert.deepEqual(written, stored, name);
    tables.delete(name);
  }
  assert.equal(tables.size, 0);
});
