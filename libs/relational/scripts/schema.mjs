/** Locations of the Prisma schema and its migrations. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const PACKAGE = path.resolve(import.meta.dirname, '..');
export const SCHEMA = path.join(PACKAGE, 'prisma/schema');
export const MIGRATIONS = path.join(PACKAGE, 'prisma/migrations');

/** The files of the schema in the format of the Prisma engine. */
export function schemaFiles() {
  return readdirSync(SCHEMA)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: `prisma/schema/${name}`, content: readFileSync(path.join(SCHEMA, name), 'utf8') }));
}

/** The migrations in the format of the Prisma engine. */
export function migrationList() {
  const lock = 'migration_lock.toml';
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: lock, content: readFileSync(path.join(MIGRATIONS, lock), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: readdirSync(MIGRATIONS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8') },
        },
      })),
  };
}
