import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { migrateRelational, readRelationalSchema } from './migrate.js';
import { withMigrationLock } from './migration-client.js';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const SHIPPED = readdirSync(path.join(PACKAGE, 'prisma/migrations')).filter((name) => /^\d/.test(name));

describe('migrations at startup', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let url: string;
  let databases = 0;

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-migrate-'));
    postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true });
  });
  beforeEach(async () => {
    const name = `d${(databases += 1)}`;
    await query(postgres.url, `CREATE DATABASE ${name}`);
    const ours = new URL(postgres.url);
    ours.pathname = name;
    url = ours.href;
  });

  it('applies migrations once in any number of processes that start together', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrateRelational(url)));
    assert.deepEqual(applied.flat(), SHIPPED);
    assert.deepEqual(await migrateRelational(url), []);
  });

  it('writes the same records as Prisma, so that its engine has nothing to do', async () => {
    await migrateRelational(url);
    const rows = await query(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name');
    assert.deepEqual(
      rows.map((row) => [
        row['migration_name'],
        row['checksum'],
        row['applied_steps_count'],
        row['rolled_back_at'],
        row['logs'],
      ]),
      SHIPPED.map((name) => [name, toChecksum(name), 1, null, null]),
    );
    assert.ok(rows.every((row) => row['finished_at'] instanceof Date));
    assert.deepEqual(await applyWithPrisma(url), []);
  });

  it('continues where Prisma stopped, in a table with the same columns', async () => {
    assert.deepEqual(await applyWithPrisma(url), SHIPPED);
    const columns = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
      FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;
    const prismas = await query(url, columns);
    assert.deepEqual(await migrateRelational(url), []);
    await query(url, 'DROP TABLE _prisma_migrations');
    await assert.rejects(migrateRelational(url), { code: '42P07' });
    assert.deepEqual(await query(url, columns), prismas);
  });

  it('rolls back a failed migration, and continues from it once it is fixed', async () => {
    const folder = path.join(directory, 'migrations');
    write(folder, '1_good', 'CREATE TABLE one (id INT);');
    write(folder, '2_bad', 'CREATE TABLE two (id INT); SELECT 1/0;');
    write(folder, '3_next', 'CREATE TABLE three (id INT);');
    await assert.rejects(migrateRelational(url, { migrations: folder }), { code: '22012' });
    await assert.rejects(query(url, 'SELECT * FROM two'), { code: '42P01' });
    write(folder, '2_bad', 'CREATE TABLE two (id INT);');
    assert.deepEqual(await migrateRelational(url, { migrations: folder }), ['2_bad', '3_next']);
  });

  it('stops before a migration that Prisma left incomplete', async () => {
    await migrateRelational(url);
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await assert.rejects(migrateRelational(url), /prisma migrate resolve/);
    await query(url, 'UPDATE _prisma_migrations SET rolled_back_at = now()');
    await assert.rejects(migrateRelational(url), { code: '42P07' }, 'a rolled back migration is applied again');
  });

  it('compares the schema before and after, with migrations of later versions', async () => {
    assert.deepEqual(await readRelationalSchema(url), { pending: SHIPPED, newer: [], unreadable: [] });
    await migrateRelational(url);
    assert.deepEqual(await readRelationalSchema(url), { pending: [], newer: [], unreadable: [] });
    await query(
      url,
      "UPDATE _prisma_migrations SET migration_name = '9_less__needs_8_more' WHERE migration_name LIKE '2026%_people'",
    );
    const state = await readRelationalSchema(url);
    assert.deepEqual([state.pending.length, state.unreadable], [1, ['9_less__needs_8_more']]);
    await assert.rejects(migrateRelational(url), /is newer than this version can read/);
  });

  it('waits for a process that migrates all stores', async () => {
    const order: string[] = [];
    let release = (): void => undefined;
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const first = withMigrationLock(url, async () => {
      isHeld();
      await new Promise<void>((resolve) => (release = resolve));
      order.push('first');
    });
    await held;
    const second = withMigrationLock(url, () => Promise.resolve(order.push('second')));
    // The lock of all stores is not that of one, which the work takes itself.
    await migrateRelational(url);
    release();
    await Promise.all([first, second]);
    assert.deepEqual(order, ['first', 'second']);
  });

  it('rejects with unavailable if no server is running', async () => {
    await assert.rejects(migrateRelational('postgresql://svc:pw@localhost/x?host=/nonexistent'), {
      code: 'unavailable',
    });
  });
});

interface SchemaEngine {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>;
}

/** Does the same as `prisma migrate deploy`, with the WebAssembly build of the same engine. */
async function applyWithPrisma(url: string): Promise<string[]> {
  const script = (name: string) => import(pathToFileURL(path.join(PACKAGE, 'scripts', name)).href);
  const { withSchemaEngine } = (await script('schema-engine.mjs')) as {
    withSchemaEngine: <T>(url: string, work: (engine: SchemaEngine) => Promise<T>) => Promise<T>;
  };
  const { migrationList } = (await script('schema.mjs')) as { migrationList: () => unknown };
  const filters = { externalTables: [], externalEnums: [] };
  return withSchemaEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrationList(), filters });
    return appliedMigrationNames;
  });
}

function toChecksum(name: string): string {
  const script = readFileSync(path.join(PACKAGE, 'prisma/migrations', name, 'migration.sql'));
  return createHash('sha256').update(script).digest('hex');
}

function write(folder: string, name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
