import { columnStoreOptions, migrate, readColumnStoreSchema } from '@svc/columnar';
import { requireReadable, type SchemaState } from '@svc/migrations';
import { migrateRelational, readRelationalSchema, withMigrationLock } from '@svc/relational';
import type { Command } from 'commander';
import type { AdminConfig } from '../admin.settings.js';
import { EXIT, type AdminContext, type ExitCode } from '../context.js';
import { awaiting, responding } from '../responding.js';

export function addMigrate(program: Command, context: AdminContext, finish: (code: ExitCode) => void): void {
  program
    .command('migrate')
    .description('Migrate Postgres and the column store to the schema of this version, one process at a time.')
    .option('--check', `change nothing, and exit with ${EXIT.pending} if a migration is pending`)
    .action(async ({ check = false }: { check?: boolean }) => {
      finish(check ? await checkAll(context) : await migrateAll(context));
    });
}

interface Store {
  readonly name: string;
  readonly readSchema: () => Promise<SchemaState>;
  /** Resolves with the names of the migrations that it applied. */
  readonly migrate: () => Promise<readonly string[]>;
}

function storesToMigrate(config: AdminConfig): Store[] {
  const serviceUrl = config.SVC_DATABASE_URL;
  const ownerUrl = config.SVC_DATABASE_OWNER_URL ?? serviceUrl;
  const columnStore = columnStoreOptions(config);
  return [
    {
      name: 'Postgres',
      readSchema: () => readRelationalSchema(ownerUrl),
      migrate: () => migrateRelational(ownerUrl, { serviceUrl }),
    },
    {
      name: 'the column store',
      readSchema: () => readColumnStoreSchema(columnStore),
      migrate: async () => (await migrate(columnStore)).applied,
    },
  ];
}

async function checkAll({ config, print, ...waiting }: AdminContext): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  for (const { name, readSchema } of storesToMigrate(config())) {
    const state = await awaiting(name, waiting, readSchema);
    requireReadable(name, state);
    for (const migration of state.pending) print(`${name}: ${migration} is pending`);
    for (const migration of state.newer) print(`${name}: a later version applied ${migration}, which this one accepts`);
    if (state.pending.length > 0) code = EXIT.pending;
    else print(`${name}: nothing to do`);
  }
  return code;
}

/** Both stores are compared before the first is changed, so that an earlier version changes neither. */
async function migrateAll({ config, print, ...waiting }: AdminContext): Promise<ExitCode> {
  const { SVC_DATABASE_URL, SVC_DATABASE_OWNER_URL = SVC_DATABASE_URL } = config();
  const stores = storesToMigrate(config());
  const work = async (): Promise<void> => {
    for (const { name, readSchema } of stores) requireReadable(name, await responding(name, readSchema()));
    for (const store of stores) {
      const applied = await responding(store.name, store.migrate());
      for (const migration of applied) print(`${store.name}: applied ${migration}`);
      if (applied.length === 0) print(`${store.name}: nothing to do`);
    }
  };
  for (const { name, readSchema } of stores) await awaiting(name, waiting, readSchema);
  await responding('Postgres', withMigrationLock(SVC_DATABASE_OWNER_URL, work));
  return EXIT.ok;
}
