import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore } from '../client.js';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '../embedded/start.js';
import type { SupervisorOptions } from '../embedded/supervisor.js';
import { migrate } from '../migrations/migrate.js';
import type { ColumnStore, StatementLimits } from '../port.js';

/** An embedded column store in a directory of its own, migrated; for tests of this and other packages. */
export interface TemporaryStore extends AsyncDisposable {
  readonly embedded: EmbeddedColumnStore;
  readonly store: ColumnStore;
  readonly directory: string;
  [Symbol.asyncDispose](): Promise<void>;
}

const SMALL_RESERVE_BYTES = 1_000_000;

export async function temporaryStore(options: Partial<SupervisorOptions> = {}): Promise<TemporaryStore> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'svc-columnar-')));
  const embedded = await startEmbeddedColumnStore({ reserveBytes: SMALL_RESERVE_BYTES, ...options, directory });
  const store = createColumnStore(embedded.store);
  try {
    await migrate(embedded.store, 'embedded');
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

/** Bounds that no test meets by accident. */
export const GENEROUS: StatementLimits = {
  timeoutMs: 30_000,
  maxRowsToRead: 1_000_000_000,
  maxResultRows: 100_000_000,
  maxMemoryBytes: 1_000_000_000,
};
