/**
 * Writes the migration from the last one to the current schema:
 *
 *   node libs/relational/scripts/create-migration.mjs add-dashboards
 *
 * Review the SQL, add what Prisma cannot derive (data to move, constraints), and commit both. With `--check` it writes
 * nothing and fails if the migrations do not produce the schema. Both start their own embedded Postgres; build first.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../dist/index.js';
import { withSchemaEngine } from './schema-engine.mjs';
import { MIGRATIONS, migrationList, schemaFiles } from './schema.mjs';

const [argument] = process.argv.slice(2);

if (argument === '--check') await withEngine(check);
else if (/^[a-z][a-z0-9-]*$/.test(argument ?? '')) await withEngine((engine) => create(engine, argument));
else {
  console.error('usage: create-migration.mjs <name-in-kebab-case> | --check');
  process.exitCode = 2;
}

async function create(engine, name) {
  const script = await missing(engine);
  if (script === undefined) {
    console.log('The migrations already produce the schema.');
    return;
  }
  const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = path.join(MIGRATIONS, `${timestamp}_${name.replaceAll('-', '_')}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'migration.sql'), script);
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
}

async function check(engine) {
  const script = await missing(engine);
  if (script === undefined) return;
  console.error(`The migrations do not produce the schema. Missing:\n${script}`);
  process.exitCode = 1;
}

/** Returns the SQL from the last migration to the schema, like `prisma migrate dev`; undefined if there is no difference. */
async function missing(engine) {
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'migrations', ...migrationList() },
    to: { tag: 'schemaDatamodel', files: schemaFiles() },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 0 ? undefined : stdout;
}

async function withEngine(work) {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-migration-'));
  const postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  try {
    await withSchemaEngine(postgres.url, work);
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
