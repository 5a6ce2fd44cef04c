/** Where the Prisma schema and its migrations are. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const PACKAGE = path.resolve(import.meta.dirname, '..');
export const SCHEMA = path.join(PACKAGE, 'prisma/schema');
export const MIGRATIONS = path.join(PACKAGE, 'prisma/migrations');

/** The schema's files as Prisma's engine takes them. */
export function schemaFiles() {
  return readdirSync(SCHEMA)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: `prisma/schema/${name}`, content: readFileSync(path.join(SCHEMA, name), 'utf8') }));
}
