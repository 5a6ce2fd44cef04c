import { rm } from 'node:fs/promises';
import { createColumnStore } from '../client/client.js';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '../embedded/start.js';
import type { SupervisorOptions } from '../embedded/supervision/supervisor.js';
import { migrate } from '../migrate.js';
import type { ColumnStore, StatementLimits } from '../port.js';
import { copyMigratedDirectory, SMALL_RESERVE_BYTES } from './migrated-directory.js';
import { withTypeCheck } from './type-check.js';

/** A migrated embedded column store in a temporary directory; for tests of this and other packages. */
export interface TemporaryStore extends AsyncDisposable {
  readonly embedded: EmbeddedColumnStore;
  readonly store: ColumnStore;
  readonly directory: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function temporaryStore(options: Partial<SupervisorOptions> = {}): Promise<TemporaryStore> {
  const directory = options.directory ?? (await copyMigratedDirectory());
  const embedded = await startEmbeddedColumnStore({ reserveBytes: SMALL_RESERVE_BYTES, ...options, directory });
  const store = withTypeCheck(createColumnStore({ ...embedded.store, settings: NO_COMPILATION }));
  try {
    if (options.directory !== undefined) await migrate(embedded.store);
    await keepExpiredRows(store);
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

/**
 * Makes merges keep rows whose retention has ended. The engine compares it with the clock of the machine, while specs write rows of a
 * constant time: without this they would fail from some day on.
 */
export function keepExpiredRows(store: Pick<ColumnStore, 'command'>): Promise<void> {
  return store.command('SYSTEM STOP TTL MERGES');
}

/**
 * Disables compilation of expressions to machine code. The engine compiles an expression on its third use, which takes a tenth of a second:
 * a sixth of the CPU time of specs, which read too few rows to benefit from it.
 */
export const NO_COMPILATION = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const;

/** Limits that no test reaches by accident. */
export const GENEROUS: StatementLimits = {
  timeoutMs: 30_000,
  maxRowsToRead: 1_000_000_000,
  maxResultRows: 100_000_000,
  maxMemoryBytes: 1_000_000_000,
};
