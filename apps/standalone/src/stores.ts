import path from 'node:path';
import { MemoryStore, type CacheStore } from '@svc/cache';
import { beginEmbeddedColumnStore, migrate, type EmbeddedColumnStore, type EngineLimits } from '@svc/columnar';
import type { LmdbEventLogOptions } from '@svc/event-log';
import type { ObjectStore } from '@svc/objects';
import { DirectoryStore } from '@svc/objects/open';
import type { Logger } from '@svc/observability';
import { createRelational, migrateRelational, startEmbeddedPostgres, type Relational } from '@svc/relational';

/**
 * Partitions of a topic of a new installation. The next block is encoded while one is stored, so that more would only make blocks smaller,
 * and the fixed cost of a block is the largest one at steady rates.
 */
const PARTITIONS = 1;

export interface EmbeddedStores {
  readonly relational: Relational;
  readonly columnStore: EmbeddedColumnStore['store'];
  /** Resolves when the column store, the slowest store, is running and migrated; rejects when it cannot be started. */
  readonly columnStoreReady: Promise<void>;
  readonly eventLog: LmdbEventLogOptions;
  readonly cacheStore: CacheStore;
  readonly objects: ObjectStore;
  readonly objectsDirectory: string;
  stop(): Promise<void>;
}

interface StoresOptions {
  readonly logger: Logger;
  readonly maxRecordBytes: number;
  readonly maxLogBytes: number;
  readonly keepLogBytes: number;
  readonly replacedPartsSeconds: number;
}

/** Starts and migrates the stores of a single machine concurrently. When it resolves, all but the column store are ready. */
export async function startEmbeddedStores(
  directory: string,
  { logger, maxRecordBytes, maxLogBytes, keepLogBytes, replacedPartsSeconds }: StoresOptions,
): Promise<EmbeddedStores> {
  const columnStore = beginColumnStore(path.join(directory, 'columnar'), { replacedPartsSeconds }, logger);
  const objectsDirectory = path.join(directory, 'objects');
  const [objects, relational] = await Promise.all([
    DirectoryStore.open({ directory: objectsDirectory }),
    startRelational(path.join(directory, 'postgres'), logger),
  ]);
  const cacheStore = new MemoryStore();
  return {
    relational: relational.relational,
    columnStore: columnStore.store,
    columnStoreReady: columnStore.ready,
    eventLog: {
      directory: path.join(directory, 'event-log'),
      partitions: PARTITIONS,
      maxRecordBytes,
      maxBytes: maxLogBytes,
      keepBytes: keepLogBytes,
    },
    cacheStore,
    objects,
    objectsDirectory,
    async stop() {
      await cacheStore.close();
      await objects.close();
      await Promise.all([relational.stop(), columnStore.stop()]);
    },
  };
}

async function startRelational(directory: string, logger: Logger) {
  const postgres = await startEmbeddedPostgres({
    directory,
    onFailure: (error) => logger.error({ err: error }, 'postgres exited; restarting'),
  });
  try {
    await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
    const relational = createRelational({ url: postgres.serviceUrl, poolSize: 10, keepsPlans: true });
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

function beginColumnStore(directory: string, limits: Partial<EngineLimits>, logger: Logger) {
  const engine = beginEmbeddedColumnStore({
    directory,
    limits,
    onRestart: (reason) => logger.error({ reason }, 'column store exited; restarting'),
    onLogLine: (line) => logger.debug({ line }, 'column store'),
    onRepair: (repair) => logger.warn(repair, 'column store repaired'),
  });
  const ready = engine.ready.then(async () => void (await migrate(engine.store)));
  // Prevents an unhandled rejection: the failure is reported where the promise is awaited later.
  ready.catch(() => undefined);
  return { ...engine, ready };
}
