import path from 'node:path';
import { MemoryStore, type CacheStore } from '@svc/cache';
import { migrate, startEmbeddedColumnStore, type EmbeddedColumnStore } from '@svc/columnar';
import type { LmdbEventLogOptions } from '@svc/event-log';
import type { Logger } from '@svc/observability';
import { createRelational, migrateRelational, startEmbeddedPostgres, type Relational } from '@svc/relational';

/**
 * Two partitions: while one waits for its insert, the other is encoded. More would only make the blocks smaller, and merging
 * small parts costs more than anything else.
 */
const PARTITIONS = 2;

export interface EmbeddedStores {
  readonly relational: Relational;
  readonly columnStore: EmbeddedColumnStore['store'];
  readonly eventLog: LmdbEventLogOptions;
  readonly cacheStore: CacheStore;
  stop(): Promise<void>;
}

interface StoresOptions {
  readonly logger: Logger;
  readonly maxRecordBytes: number;
  readonly maxLogBytes: number;
  /** What to do with the relational store as soon as it is there, while the column store, the slower one, still starts. */
  readonly prepare: (relational: Relational) => Promise<void>;
}

/** Starts and migrates the stores of a single machine, those that start side by side at once. */
export async function startEmbeddedStores(
  directory: string,
  { logger, maxRecordBytes, maxLogBytes, prepare }: StoresOptions,
): Promise<EmbeddedStores> {
  const [relational, columnStore] = await Promise.all([
    startRelational(path.join(directory, 'postgres'), logger, prepare),
    startColumnStore(path.join(directory, 'columnar'), logger),
  ]);
  const cacheStore = new MemoryStore();
  return {
    relational: relational.relational,
    columnStore: columnStore.store,
    eventLog: {
      directory: path.join(directory, 'event-log'),
      partitions: PARTITIONS,
      maxRecordBytes,
      maxBytes: maxLogBytes,
    },
    cacheStore,
    async stop() {
      await cacheStore.close();
      await Promise.all([relational.stop(), columnStore.stop()]);
    },
  };
}

async function startRelational(directory: string, logger: Logger, prepare: StoresOptions['prepare']) {
  const postgres = await startEmbeddedPostgres({
    directory,
    onFailure: (error) => logger.error({ err: error }, 'postgres ended and is started again'),
  });
  try {
    await migrateRelational(postgres.url);
    const relational = createRelational({ url: postgres.url, poolSize: 10 });
    await prepare(relational);
    return {
      relational,
      async stop() {
        await relational.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startColumnStore(directory: string, logger: Logger): Promise<EmbeddedColumnStore> {
  const store = await startEmbeddedColumnStore({
    directory,
    onRestart: (reason) => logger.error({ reason }, 'the column store is started again'),
    onLogLine: (line) => logger.debug({ line }, 'column store'),
    onRepair: (repair) => logger.warn(repair, 'the column store was repaired'),
  });
  try {
    await migrate(store.store, 'embedded');
    return store;
  } catch (error) {
    await store.stop();
    throw error;
  }
}
