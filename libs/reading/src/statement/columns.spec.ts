import assert from 'node:assert/strict';
import { columnsExcept, LOGS, RESOURCES, SPANS } from '@svc/tables';
import { render, sql } from '@svc/tables/sql';
import { testScope } from '../testing/index.js';
import { choice, count, finite, tableColumns, typed, type RowsOf } from './columns.js';
import { select, selectFrom } from './select.js';

const during = { from: 0n, to: 1n };
const from = { from: LOGS, scope: testScope(1), during };

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const check = <Holds extends true>(holds: Holds): Holds => holds;

const selectRecords = () =>
  select({ ...from, columns: tableColumns(LOGS, ['log_id', 'timestamp', 'severity_number', 'attributes']) });
const selectCounts = () =>
  select({
    ...from,
    columns: {
      records: count(),
      share: finite(sql`1 / 2`),
      kind: choice<'a' | 'b'>(sql`'a'`),
      ...tableColumns(LOGS, ['body']),
    },
  });

// Checked by the compiler: each constant is false, and so an error, if a row is inferred differently.
const inferred = [
  check<
    Equal<
      RowsOf<typeof selectRecords>,
      {
        readonly log_id_hex: string;
        readonly timestamp_ns: string;
        readonly severity_number: number;
        readonly attributes: Record<string, string>;
      }
    >
  >(true),
  check<
    Equal<
      RowsOf<typeof selectCounts>,
      { readonly records: string; readonly share: number; readonly kind: 'a' | 'b'; readonly body: string }
    >
  >(true),
];
// @ts-expect-error the table has no such column
const unknownColumn = () => tableColumns(LOGS, ['no_such_column']);
// @ts-expect-error the engine has no such type
const unknownType = () => typed('Uint64', sql`1`);

describe('tableColumns', () => {
  it('reads times as nanoseconds and raw bytes as hexadecimal digits, under names of their own', () => {
    assert.equal(inferred.every(Boolean), true);
    assert.match(
      render(selectRecords()).sql,
      /^SELECT lower\(hex\(log_id\)\) AS log_id_hex,\n {2}toUnixTimestamp64Nano\(timestamp\) AS timestamp_ns,\n {2}severity_number,\n {2}attributes\nFROM logs\n/,
    );
    const columns = tableColumns(SPANS, ['events.timestamp', 'links.span_id', 'links.trace_state']);
    assert.match(
      render(select({ ...from, from: SPANS, columns })).sql,
      /^SELECT arrayMap\(t -> toUnixTimestamp64Nano\(t\), events\.timestamp\) AS events_timestamp_ns,\n {2}arrayMap\(b -> lower\(hex\(b\)\), links\.span_id\) AS links_span_id_hex,\n {2}links\.trace_state AS links_trace_state\n/,
    );
  });

  it('refuses a column that the table does not have', () => {
    assert.throws(unknownColumn, /logs has no column no_such_column/);
    assert.equal(unknownType().type, 'Uint64');
  });

  it('leaves computed and excepted columns out', () => {
    assert.deepEqual(columnsExcept(RESOURCES, 'project_number', 'last_seen'), [
      'resource_hash',
      'attributes',
      'attribute_types',
    ]);
    assert.equal(
      columnsExcept(SPANS).some((name) => String(name) === 'adjusted_count'),
      false,
    );
  });
});

describe('the types of a statement', () => {
  it('derives the types of a statement from its columns', () => {
    assert.deepEqual(selectCounts().types, { records: 'UInt64', share: 'Float64', kind: 'String', body: 'String' });
  });

  it('derives the types from the outer columns of a selection from another', () => {
    const outer = selectFrom(selectRecords(), { columns: { records: count() }, where: [sql`severity_number > 8`] });
    assert.deepEqual(outer.types, { records: 'UInt64' });
    assert.match(
      render(outer).sql,
      /^SELECT count\(\) AS records\nFROM \(SELECT [\s\S]+\)\nWHERE severity_number > 8$/,
    );
  });
});
