import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { migrateRelational, MIGRATIONS } from '../migrate.js';

/** Copies a cluster that is created and migrated once for all specs, which saves three quarters of the CPU time of a first start. */
export async function copyMigratedCluster(): Promise<string> {
  const template = await migratedCluster();
  const directory = newDirectory();
  // Copied with `cp`: the files belong to the account of the server, and a copy by Node would change their owner.
  execFileSync('cp', ['-a', `${template}/.`, directory]);
  return directory;
}

/** Other checkouts may share the directory of temporary files, so its name contains the hash of all that determines its content. */
async function migratedCluster(): Promise<string> {
  const template = path.join(tmpdir(), `svc-relational-schema-${hashOfSchema()}`);
  if (existsSync(template)) return template;
  const directory = newDirectory();
  const postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  try {
    await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
  } finally {
    await postgres.stop();
  }
  try {
    // The rename comes last, so that a template is always complete; if several processes create it, the first one wins.
    renameSync(directory, template);
  } catch {
    rmSync(directory, { recursive: true });
  }
  return template;
}

function hashOfSchema(): string {
  // Only the path contains the version of the server.
  const server = createRequire(import.meta.url).resolve('embedded-postgres');
  const hash = createHash('sha256').update(path.relative(import.meta.dirname, server));
  const code = path.join(import.meta.dirname, '..');
  const migrating = globSync(['{migrate,migration-client,service-role}.js', 'embedded/!(*.spec).js'], { cwd: code });
  for (const name of migrating.sort()) hash.update(name).update(readFileSync(path.join(code, name)));
  for (const name of readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(path.join(MIGRATIONS, name)));
  return hash.digest('hex');
}

const newDirectory = (): string => mkdtempSync(path.join(tmpdir(), 'svc-relational-'));
