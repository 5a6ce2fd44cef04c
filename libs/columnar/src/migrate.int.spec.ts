import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CAPTURE_TABLES,
  INGEST_TABLES,
  isStored,
  PERSON_OVERRIDES,
  SERVICE_MINUTES,
  SPANS,
  TRACE_SUMMARIES,
  type ColumnDefinition,
} from '@svc/tables';
import { createColumnStore } from './client/client.js';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from './embedded/start.js';
import { migrate, OtherVersionError, readColumnStoreSchema } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { renderDatabase, renderDeletion, renderMigration, renderMigrationsTable } from './migrations/render.js';
import type { ColumnStore } from './port.js';
import { GENEROUS } from './testing/temporary-store.js';

describe('migrations', () => {
  let directory: string;
  let embedded: EmbeddedColumnStore;
  let store: ColumnStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-columnar-'));
    embedded = await startEmbeddedColumnStore({ directory });
    store = createColumnStore(embedded.store);
  });
  afterAll(async () => {
    await store.close();
    await embedded.stop();
    await rm(directory, { recursive: true });
  });

  it('applies migrations once, also when they are requested again', async () => {
    await migrate(embedded.store);
    assert.deepEqual(await migrate(embedded.store), { applied: [] });
    const rows = await store.query<{ name: string }>({
      sql: 'SELECT name FROM schema_migrations FINAL ORDER BY name',
      limits: GENEROUS,
    });
    assert.deepEqual(
      rows.map(({ name }) => name),
      MIGRATIONS.map(({ name }) => name),
    );
    await store.check();
  });

  it('rejects migrations that changed after they were applied', async () => {
    const [first] = MIGRATIONS;
    assert.ok(first);
    const changed = { ...first, steps: first.steps.slice(1) };
    await assert.rejects(migrate(embedded.store, [changed]), OtherVersionError);
  });

  it('ignores migrations of a later version that only add, and rejects one that needs a later version', async () => {
    const record = (name: string) =>
      store.command(
        'INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ({name:String}, {name:String}, now64(3))',
        {
          name,
        },
      );
    await record('9001_more');
    assert.deepEqual(await migrate(embedded.store), { applied: [] });
    assert.deepEqual(await readColumnStoreSchema(embedded.store), {
      pending: [],
      newer: ['9001_more'],
      unreadable: [],
    });
    await record('9002_less__needs_9001_more');
    await assert.rejects(migrate(embedded.store), (error: Error) => {
      assert.ok(error instanceof OtherVersionError);
      assert.match(error.message, /9002_less/);
      return true;
    });
    await store.command("ALTER TABLE schema_migrations DELETE WHERE name LIKE '9%' SETTINGS mutations_sync = 1");
    assert.deepEqual(await readColumnStoreSchema(embedded.store), { pending: [], newer: [], unreadable: [] });
  });

  it('reports all migrations as pending where there is no database yet', async () => {
    const { pending } = await readColumnStoreSchema({ ...embedded.store, database: 'nowhere' });
    assert.deepEqual(
      pending,
      MIGRATIONS.map(({ name }) => name),
    );
  });

  it('creates the tables that ingestion writes, column by column, in an atomic database', async () => {
    const rows = await store.query<{ table: string; names: string[] }>({
      sql: `SELECT table, groupArray(name) AS names FROM (SELECT table, name FROM system.columns
            WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY table, position) GROUP BY table`,
      limits: GENEROUS,
    });
    const made = new Map(rows.map(({ table, names }) => [table, names]));
    for (const { name, columns } of [
      ...INGEST_TABLES,
      ...CAPTURE_TABLES,
      PERSON_OVERRIDES,
      TRACE_SUMMARIES,
      SERVICE_MINUTES,
    ]) {
      const stored = Object.entries<ColumnDefinition>(columns).flatMap(([column, definition]) =>
        isStored(definition) ? [column] : [],
      );
      assert.deepEqual(made.get(name)?.toSorted(), stored.toSorted(), name);
    }
    const [database] = await store.query<{ engine: string }>({
      sql: 'SELECT engine FROM system.databases WHERE name = currentDatabase()',
      limits: GENEROUS,
    });
    assert.equal(database?.engine, 'Atomic');
  });

  it('fills the trace summaries from the spans', async () => {
    await store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name, kind,
         status_code, service_name, environment, distinct_id)
       SELECT 7, 10000, toDateTime64('2026-01-02 03:04:05', 9) + toIntervalMillisecond(number), 1000000 * (number + 1), 'trace-0000000001',
         toFixedString(toString(number + 1), 8), toFixedString(if(number = 0, '', '1'), 8), if(number = 0, 'GET /', 'query'), 2,
         if(number = 3, 2, 0), if(number = 0, 'web', 'db'), if(number = 1, 'prod', ''), if(number = 2, 'user', '') FROM numbers(4)`,
    );
    assert.deepEqual(
      await store.query({
        sql: `SELECT toString(day) AS day, trace_id, toString(min(start_time)) AS start, toString(max(end_time)) AS end,
                sum(span_count) AS spans, sum(error_count) AS errors, arraySort(groupUniqArrayArray(services)) AS services,
                groupUniqArrayArray(environments) AS environments, max(root_name) AS root, max(root_service) AS service,
                max(distinct_id) AS user
              FROM trace_summaries WHERE project_number = 7 GROUP BY day, trace_id`,
        limits: GENEROUS,
      }),
      [
        {
          day: '2026-01-02',
          trace_id: 'trace-0000000001',
          start: '2026-01-02 03:04:05.000000000',
          end: '2026-01-02 03:04:05.007000000',
          spans: '4',
          errors: '1',
          services: ['db', 'web'],
          environments: ['prod'],
          root: 'GET /',
          service: 'web',
          user: 'user',
        },
      ],
    );
    assert.deepEqual(
      await store.query({
        sql: `SELECT service_name, environment, sum(spans) AS spans, sum(requests) AS requests, sum(errors) AS errors, sum(duration_ns) AS ns,
                quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)[1] AS median
              FROM request_minutes WHERE project_number = 7 AND minute = '2026-01-02 03:04:00'
              GROUP BY service_name, environment ORDER BY service_name, environment`,
        limits: GENEROUS,
      }),
      [
        {
          service_name: 'db',
          environment: '',
          spans: '2',
          requests: '2',
          errors: '1',
          ns: '7000000',
          median: 3_000_000,
        },
        {
          service_name: 'db',
          environment: 'prod',
          spans: '1',
          requests: '1',
          errors: '0',
          ns: '2000000',
          median: 2_000_000,
        },
        {
          service_name: 'web',
          environment: '',
          spans: '1',
          requests: '1',
          errors: '0',
          ns: '1000000',
          median: 1_000_000,
        },
      ],
    );
  });

  it('generates SQL for a cluster that the engine’s parser accepts, statement by statement', async () => {
    const statements = [
      renderDatabase('cluster', 'svc'),
      renderMigrationsTable('cluster', 'svc'),
      ...MIGRATIONS.flatMap((migration) => renderMigration(migration, 'cluster', 'svc')),
      renderDeletion('events', 'project_number = 1', 'cluster'),
    ];
    for (const statement of statements) {
      const tree = await store.query({ sql: `EXPLAIN AST ${statement}`, limits: GENEROUS });
      assert.ok(tree.length > 1, statement);
    }
    await assert.rejects(store.query({ sql: `EXPLAIN AST ${statements[2] ?? ''})`, limits: GENEROUS }));
  });

  it('keeps the partition, expiry and replay tokens of spans', async () => {
    const [table] = await store.query<{ engine: string; partition: string; sorting: string; create: string }>({
      sql: `SELECT engine, partition_key AS partition, sorting_key AS sorting, create_table_query AS create
            FROM system.tables WHERE database = currentDatabase() AND name = {name:String}`,
      parameters: { name: SPANS.name },
      limits: GENEROUS,
    });
    assert.equal(table?.partition, '(retention_days, toDate(timestamp))');
    assert.match(table.sorting, /^project_number, /);
    assert.match(table.create, /TTL toDateTime\(timestamp\) \+ toIntervalDay\(retention_days\)/);
    assert.match(table.create, /non_replicated_deduplication_window = 10000/);
  });
});
