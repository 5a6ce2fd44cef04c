import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DEFAULT_DATABASE } from '../connection.js';
import { startEmbeddedColumnStore } from '../embedded/start.js';
import { migrate } from '../migrate.js';
import { MIGRATIONS } from '../migrations/index.js';
import { renderMigration } from '../migrations/render.js';

/** Less than the disk of a machine has free, and more than a test writes. */
export const SMALL_RESERVE_BYTES = 1_000_000;

/** Copies a directory that was migrated once for all specs, because migrating took two thirds of the CPU time of a start. */
export async function copyMigratedDirectory(): Promise<string> {
  const template = join(tmpdir(), `svc-columnar-schema-${hashOfSchema()}`);
  if (!(await exists(template))) await makeTemplate(template);
  const directory = await newDirectory();
  await cp(template, directory, { recursive: true, verbatimSymlinks: true });
  return directory;
}

/** Other checkouts may share the directory of temporary files, so its name contains the hash of all that determines its content. */
function hashOfSchema(): string {
  const schema = MIGRATIONS.flatMap((migration) => renderMigration(migration, 'embedded', DEFAULT_DATABASE));
  // Only the path contains the version of the engine.
  const engine = relative(import.meta.dirname, createRequire(import.meta.url).resolve('chdb'));
  const hash = createHash('sha256').update([engine, ...schema].join());
  const code = join(import.meta.dirname, '..');
  const migrating = globSync(['migrations/migrate.js', 'embedded/engine/*.js'], { cwd: code });
  for (const name of migrating.filter((name) => !name.endsWith('.spec.js')).sort())
    hash.update(name).update(readFileSync(join(code, name)));
  return hash.digest('hex');
}

/** The rename comes last, so that a template is always complete; if several processes create it, the first one wins. */
async function makeTemplate(template: string): Promise<void> {
  const directory = await newDirectory();
  const embedded = await startEmbeddedColumnStore({ directory, reserveBytes: SMALL_RESERVE_BYTES });
  try {
    await migrate(embedded.store);
  } finally {
    await embedded.stop();
  }
  await rename(directory, template).catch(() => rm(directory, { recursive: true, force: true }));
}

const newDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'svc-columnar-'));

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
