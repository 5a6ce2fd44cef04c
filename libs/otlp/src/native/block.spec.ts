import assert from 'node:assert/strict';
import { RESOURCES } from '@svc/tables';
import { buildTable } from './block.js';
import { FixedColumn } from './fixed-column.js';
import { LowCardinalityColumn } from './low-cardinality-column.js';
import { MapColumn } from './map-column.js';
import { StringColumn } from './string-column.js';

const columns = {
  project_number: new FixedColumn('UInt32'),
  resource_hash: new FixedColumn('UInt64'),
  attributes: new MapColumn(),
  attribute_types: new LowCardinalityColumn(),
  last_seen: new FixedColumn('DateTime'),
};

// The compiler is the test: each of these lines must be an error, otherwise the expectation of an error fails.
// @ts-expect-error a column is missing
const withMissing = () => buildTable(RESOURCES, { project_number: columns.project_number });
// @ts-expect-error a column has another type than in the table
const withMistyped = () => buildTable(RESOURCES, { ...columns, last_seen: new FixedColumn('UInt32') });
// @ts-expect-error the table has no such column
const withForeign = () => buildTable(RESOURCES, { ...columns, build_id: new StringColumn() });

describe('buildTable', () => {
  it('orders the columns as the table does', () => {
    const { last_seen, ...others } = columns;
    const table = buildTable(RESOURCES, { last_seen, ...others });
    assert.equal(table.name, 'resources');
    assert.deepEqual(table.columnNames, [
      'project_number',
      'resource_hash',
      'attributes',
      'attribute_types',
      'last_seen',
    ]);
  });

  it('contains only columns of the table', () => {
    assert.deepEqual(withForeign().columnNames, withMistyped().columnNames);
    assert.deepEqual(withMissing().columnNames, ['project_number']);
  });
});
