import { createHash } from 'node:crypto';
import { createColumnStore } from '../client.js';
import { DEFAULT_DATABASE, selectDialect, type ColumnStoreOptions } from '../connection.js';
import type { ColumnStore } from '../port.js';
import { MIGRATIONS } from './index.js';
import type { Migration } from './migration.js';
import { renderDatabase, renderMigration, renderMigrationsTable } from './render.js';

export interface MigrateResult {
  /** Names of the migrations that this call applied. */
  readonly applied: readonly string[];
}

/** Another version has migrated the store, so the tables are not those that this version reads and writes. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError';

  constructor(migration: string) {
    super(`Another version has migrated the column store: its migration ${migration} is not known here.`);
  }
}

const READ_LIMITS = { timeoutMs: 30_000, maxRowsToRead: 100_000, maxResultRows: 10_000, maxMemoryBytes: 100_000_000 };

/**
 * Migrates the store to the newest schema. Only one process may run it at a time: a second one would recreate what the first has
 * dropped. A call after a crash continues.
 *
 * @throws OtherVersionError if the store has a migration that is not among these, or is different there.
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
    await store.command(renderDatabase(dialect, database));
    await store.command(renderMigrationsTable(dialect, database));
    const done = await appliedMigrations(store, database);
    const names = new Set(migrations.map(({ name }) => name));
    for (const name of done.keys()) if (!names.has(name)) throw new OtherVersionError(name);
    const applied: string[] = [];
    for (const migration of migrations) {
      const statements = renderMigration(migration, dialect, database);
      const checksum = createHash('sha256').update(statements.join(';\n')).digest('hex');
      const known = done.get(migration.name);
      if (known === checksum) continue;
      if (known !== undefined) throw new OtherVersionError(migration.name);
      for (const statement of statements) await store.command(statement);
      await store.command(
        `INSERT INTO ${database}.schema_migrations (name, checksum, applied_at) SELECT {name:String}, {checksum:String}, now64(3)`,
        { name: migration.name, checksum },
      );
      applied.push(migration.name);
    }
    return { applied };
  } finally {
    await store.close();
  }
}

async function appliedMigrations(store: ColumnStore, database: string): Promise<Map<string, string>> {
  const rows = await store.query<{ name: string; checksum: string }>({
    sql: `SELECT name, checksum FROM ${database}.schema_migrations FINAL`,
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
