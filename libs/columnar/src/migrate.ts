import { createHash } from 'node:crypto';
import { compareSchema, type SchemaState } from '@svc/migrations';
import { createColumnStore } from './client/client.js';
import { requireClickHouse } from './client/server-version.js';
import { DEFAULT_DATABASE, selectDialect, type ColumnStoreOptions } from './connection.js';
import { MIGRATIONS } from './migrations/index.js';
import type { Dialect, Migration } from './migrations/migration.js';
import { renderDatabase, renderMigration, renderMigrationsTable } from './migrations/render.js';
import type { ColumnStore } from './port.js';

export interface MigrateResult {
  /** Names of the migrations that this call applied. */
  readonly applied: readonly string[];
}

/** Another version has migrated the store, so its tables differ from those of this version. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError';

  constructor(migration: string) {
    super(`Another version has migrated the column store: this version does not work with its migration ${migration}.`);
  }
}

const READ_LIMITS = { timeoutMs: 30_000, maxRowsToRead: 100_000, maxResultRows: 10_000, maxMemoryBytes: 100_000_000 };

/**
 * Migrates the store to the newest schema. Only one process may run it at a time: a second one would recreate tables
 * that the first has dropped. A call after a crash continues.
 *
 * @throws OtherVersionError if the store has a migration that these do not work with (see `compareSchema`) or that
 * differs there, and CannotStart if the server is too old.
 */
export async function migrate(
  options: ColumnStoreOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<MigrateResult> {
  const dialect = selectDialect(options);
  const database = databaseName(options.database ?? DEFAULT_DATABASE);
  // The database may not exist yet, and a client that names a missing one is refused.
  const store = createColumnStore({ ...options, database: 'default' });
  try {
    await requireClickHouse(store);
    await store.command(renderDatabase(dialect, database));
    await store.command(renderMigrationsTable(dialect, database));
    const rendered = renderAll(migrations, dialect, database);
    const { pending, unreadable } = compare(rendered, await appliedMigrations(store, database));
    const [foreign] = unreadable;
    if (foreign !== undefined) throw new OtherVersionError(foreign);
    for (const { name, statements, checksum } of rendered.filter((migration) => pending.includes(migration.name))) {
      for (const statement of statements) await store.command(statement);
      await store.command(
        `INSERT INTO ${database}.schema_migrations (name, checksum, applied_at) SELECT {name:String}, {checksum:String}, now64(3)`,
        { name, checksum },
      );
    }
    return { applied: pending };
  } finally {
    await store.close();
  }
}

/**
 * Compares the schema of the store with that of this version. Rejects with `unavailable` if the store does not respond.
 *
 * @throws CannotStart if the server is too old.
 */
export async function readColumnStoreSchema(
  options: ColumnStoreOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<SchemaState> {
  const dialect = selectDialect(options);
  const database = databaseName(options.database ?? DEFAULT_DATABASE);
  const store = createColumnStore({ ...options, database: 'default' });
  try {
    await requireClickHouse(store);
    const tables = await store.query({
      sql: "SELECT 1 FROM system.tables WHERE database = {database:String} AND name = 'schema_migrations'",
      parameters: { database },
      limits: READ_LIMITS,
    });
    const applied = tables.length > 0 ? await appliedMigrations(store, database) : new Map<string, string>();
    return compare(renderAll(migrations, dialect, database), applied);
  } finally {
    await store.close();
  }
}

interface RenderedMigration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly checksum: string;
}

function renderAll(migrations: readonly Migration[], dialect: Dialect, database: string): RenderedMigration[] {
  return migrations.map((migration) => {
    const statements = renderMigration(migration, dialect, database);
    const checksum = createHash('sha256').update(statements.join(';\n')).digest('hex');
    return { name: migration.name, statements, checksum };
  });
}

/** A migration that another version has applied with other statements counts as one that this version does not work with. */
function compare(migrations: readonly RenderedMigration[], applied: ReadonlyMap<string, string>): SchemaState {
  const state = compareSchema(
    migrations.map(({ name }) => name),
    [...applied.keys()],
  );
  const different = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  return { ...state, unreadable: [...different.map(({ name }) => name), ...state.unreadable] };
}

async function appliedMigrations(store: ColumnStore, database: string): Promise<Map<string, string>> {
  const rows = await store.query<{ name: string; checksum: string }>({
    sql: `SELECT name, checksum FROM ${database}.schema_migrations FINAL ORDER BY name`,
    limits: READ_LIMITS,
  });
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Validates the name, because it becomes part of the SQL. */
function databaseName(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new Error('The name of the column store database is not an identifier');
  return name;
}
