import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrateRelational } from '@svc/relational';
import { ROOT } from './child.js';

interface MigrateStoresOptions {
  /** The settings of the services, to which that of the owner is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly ownerUrl: string;
  /** The checkout whose build migrates; the one of this file when absent. */
  readonly root?: string | undefined;
  /** The command that runs `svc-admin` instead. */
  readonly command?: readonly [string, ...string[]] | undefined;
}

/** Migrates the stores with `svc-admin`, as an operator does before the services start. */
export async function migrateStores({ env, ownerUrl, root = ROOT, command }: MigrateStoresOptions): Promise<void> {
  const program = path.join(root, 'apps/standalone/dist/services/svc-admin.js');
  const [file, ...words] = command ?? [process.execPath, program];
  if (command !== undefined || existsSync(program)) {
    const settings = { ...env, SVC_DATABASE_OWNER_URL: ownerUrl };
    await promisify(execFile)(file, [...words, 'migrate'], { env: { PATH: process.env['PATH'], ...settings } });
    return;
  }
  // A version from before that program migrates at its start, for which only the role is missing.
  await migrateRelational(ownerUrl, { serviceUrl: env['SVC_DATABASE_URL'] });
}
