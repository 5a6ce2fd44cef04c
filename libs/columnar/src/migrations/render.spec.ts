import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { addedColumn, isStored, RESOURCES, SERVICE_MINUTES, SPANS, TRACE_SUMMARIES } from '@svc/tables';
import { withAddedColumns } from './added-columns.js';
import { MIGRATIONS } from './index.js';
import type { Dialect, Migration } from './migration.js';
import { renderDatabase, renderDeletion, renderMigration, renderMigrationsTable } from './render.js';

const DIALECTS: readonly Dialect[] = ['embedded', 'cluster'];

/** The reviewed SQL. After a deliberate change, run this test once with SVC_UPDATE_GOLDEN=1 and review the difference. */
const golden = (dialect: Dialect) => new URL(`../../src/migrations/golden/${dialect}.sql`, import.meta.url);

const allStatements = (dialect: Dialect) => [
  renderDatabase(dialect, 'svc'),
  renderMigrationsTable(dialect, 'svc'),
  ...MIGRATIONS.flatMap((migration) => renderMigration(migration, dialect, 'svc')),
];

describe('renderMigration', () => {
  for (const dialect of DIALECTS) {
    it(`renders the reviewed SQL: ${dialect}`, async () => {
      const text = `${allStatements(dialect).join(';\n\n')};\n`;
      if (process.env['SVC_UPDATE_GOLDEN'] === '1') await writeFile(golden(dialect), text);
      assert.equal(text, await readFile(golden(dialect), 'utf8'));
    });

    it(`renders statements that may run twice after a crash: ${dialect}`, () => {
      for (const statement of allStatements(dialect))
        assert.match(
          statement,
          /^(CREATE|ALTER)\b[\s\S]*\bIF NOT EXISTS\b|^DROP VIEW IF EXISTS\b|^ALTER TABLE [^,]* MODIFY SETTING\b/,
        );
    });
  }

  it('names every migration once, in the order of its number', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].toSorted());
    for (const name of names) assert.match(name, /^\d{4}_[a-z_]+$/);
  });

  it('fills the columns of a view’s target, in their order', () => {
    const views = MIGRATIONS.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'view' ? [step.view] : [])));
    assert.equal(views.length > 0, true);
    for (const { name, select, to } of views) {
      const filled = Object.keys(select);
      const columns = Object.keys(to.columns);
      assert.deepEqual(
        columns.filter((column) => filled.includes(column)),
        filled,
        name,
      );
      // Only numbers, which then count as 0, may use their defaults.
      for (const column of columns)
        if (isStored(to.columns[column]) && to.orderBy.includes(column)) assert.ok(filled.includes(column), column);
    }
  });

  it('keeps a view’s source and target on the same shard, and remembers tokens in every table it fills', () => {
    const cluster = allStatements('cluster').join('\n');
    assert.match(cluster, /TO svc\.trace_summaries_local[\s\S]*FROM svc\.spans_local AS spans/);
    for (const { name } of [SPANS, TRACE_SUMMARIES, SERVICE_MINUTES]) {
      const table = (dialect: Dialect, suffix: string) =>
        allStatements(dialect).find((sql) => sql.startsWith(`CREATE TABLE IF NOT EXISTS svc.${name}${suffix}`));
      assert.match(table('embedded', '\n') ?? '', /non_replicated_deduplication_window = 10000/);
      assert.match(table('cluster', '_local ') ?? '', / replicated_deduplication_window = 10000/);
    }
  });

  it('changes columns of the local and the distributed table alike', () => {
    const migration: Migration = {
      name: '0002_example',
      steps: [
        { kind: 'alter', alter: { table: SPANS, clause: 'ADD COLUMN IF NOT EXISTS a UInt8', changesColumns: true } },
        {
          kind: 'alter',
          alter: { table: SPANS, clause: 'ADD INDEX IF NOT EXISTS i a TYPE minmax', changesColumns: false },
        },
      ],
    };
    assert.deepEqual(renderMigration(migration, 'cluster', 'svc'), [
      "ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS a UInt8",
      "ALTER TABLE svc.spans ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS a UInt8",
      "ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' ADD INDEX IF NOT EXISTS i a TYPE minmax",
    ]);
    assert.deepEqual(renderMigration(migration, 'embedded', 'svc').length, 2);
  });
});

describe('withAddedColumns', () => {
  const columns = { ...RESOURCES.columns, build_id: addedColumn('0009_build_id', 'String') };
  const table = { ...RESOURCES, columns };
  const create: Migration = { name: '0001_create', steps: [{ kind: 'table', table }] };
  const sql = (migrations: readonly Migration[]) =>
    withAddedColumns(migrations).map(
      (migration) => [migration.name, renderMigration(migration, 'cluster', 'svc')] as const,
    );

  it('adds a column in the migration that it names, and does not change the one that created the table', () => {
    const released: Migration = { name: '0001_create', steps: [{ kind: 'table', table: RESOURCES }] };
    assert.deepEqual(sql([create]), [
      ...sql([released]),
      [
        '0009_build_id',
        [
          "ALTER TABLE svc.resources_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `build_id` String CODEC(ZSTD(1))",
          "ALTER TABLE svc.resources ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `build_id` String CODEC(ZSTD(1))",
        ],
      ],
    ]);
  });

  it('adds the columns before the other steps of their migration', () => {
    const later: Migration = { name: '0010_later', steps: [] };
    const written: Migration = { name: '0009_build_id', steps: [{ kind: 'drop-view', name: 'old' }] };
    const migrations = withAddedColumns([create, later, written]);
    assert.deepEqual(
      migrations.map(({ name, steps }) => [name, steps.map(({ kind }) => kind)]),
      [
        ['0001_create', ['table']],
        ['0009_build_id', ['add-columns', 'drop-view']],
        ['0010_later', []],
      ],
    );
  });
});

describe('renderDeletion', () => {
  it('names the table on one engine', () => {
    assert.equal(
      renderDeletion('events', 'project_number = 1', 'embedded'),
      'DELETE FROM events\nWHERE project_number = 1',
    );
  });

  it('names the local table on every node of a cluster, never the distributed one', () => {
    const distributed = allStatements('cluster').flatMap(
      (sql) => /svc\.(\w+) .*\n.*\nENGINE = Distributed/.exec(sql)?.[1] ?? [],
    );
    assert.equal(distributed.includes('events'), true);
    for (const table of distributed) {
      assert.equal(
        renderDeletion(table, 'project_number = {p1:UInt32}', 'cluster'),
        `DELETE FROM ${table}_local ON CLUSTER '{cluster}'\nWHERE project_number = {p1:UInt32}`,
      );
    }
  });
});
