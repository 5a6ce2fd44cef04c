import { createHash } from 'node:crypto';
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createColumnStore } from '../client.js';
import { DEFAULT_DATABASE } from '../connection.js';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '../embedded/start.js';
import type { SupervisorOptions } from '../embedded/supervision/supervisor.js';
import { MIGRATIONS } from '../migrations/index.js';
import { migrate } from '../migrations/migrate.js';
import { renderMigration } from '../migrations/render.js';
import type { ColumnStore, StatementLimits } from '../port.js';
import { withTypeCheck } from './type-check.js';

/** A migrated embedded column store in a temporary directory; for tests of this and other packages. */
export interface TemporaryStore extends AsyncDisposable {
  readonly embedded: EmbeddedColumnStore;
  readonly store: ColumnStore;
  readonly directory: string;
  [Symbol.asyncDispose](): Promise<void>;
}

const SMALL_RESERVE_BYTES = 1_000_000;

export async function temporaryStore(options: Partial<SupervisorOptions> = {}): Promise<TemporaryStore> {
  const directory = options.directory ?? (await migratedDirectory());
  const embedded = await startEmbeddedColumnStore({ reserveBytes: SMALL_RESERVE_BYTES, ...options, directory });
  const store = withTypeCheck(createColumnStore(embedded.store));
  try {
    if (options.directory !== undefined) await migrate(embedded.store);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return {
    embedded,
    store,
    directory,
    async [Symbol.asyncDispose]() {
      await store.close();
      await embedded.stop();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Copies a directory that was migrated once for all specs, because migrating took two thirds of the CPU time of a start. */
async function migratedDirectory(): Promise<string> {
  const schema = MIGRATIONS.flatMap((migration) => renderMigration(migration, 'embedded', DEFAULT_DATABASE));
  // Only the path contains the version of the engine.
  const engine = relative(import.meta.dirname, createRequire(import.meta.url).resolve('chdb'));
  const hash = createHash('sha256')
    .update([engine, ...schema].join())
    .digest('hex');
  const template = join(tmpdir(), `svc-columnar-schema-${hash}`);
  if (!(await exists(template))) await makeTemplate(template);
  const directory = await newDirectory();
  await cp(template, directory, { recursive: true, verbatimSymlinks: true });
  return directory;
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

/** Limits that no test reaches by accident. */
export const GENEROUS: StatementLimits = {
  timeoutMs: 30_000,
  maxRowsToRead: 1_000_000_000,
  maxResultRows: 100_000_000,
  maxMemoryBytes: 1_000_000_000,
};
