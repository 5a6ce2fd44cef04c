import { setTimeout as sleep } from 'node:timers/promises';
import { requireServerVersion } from '@svc/migrations';
import { ServiceError } from '@svc/service-error';
import type { ColumnStoreOptions } from '../connection.js';
import type { ColumnStore } from '../port.js';
import { createColumnStore } from './client.js';

/** The oldest supported version of ClickHouse: of a server, a cluster and the embedded engine, which the specs run on. */
export const MINIMUM_CLICKHOUSE = '26.7';

const LIMITS = { timeoutMs: 30_000, maxRowsToRead: 10, maxResultRows: 1, maxMemoryBytes: 10_000_000 };
/** The time for which a start waits for a store that it can do without. */
const START_MS = 3_000;

/** @throws CannotStart if the server is older than `MINIMUM_CLICKHOUSE`. */
export async function requireClickHouse(store: ColumnStore): Promise<void> {
  const [row] = await store.query<{ version: string }>({ sql: 'SELECT version() AS version', limits: LIMITS });
  requireServerVersion('ClickHouse', row?.version ?? '', MINIMUM_CLICKHOUSE);
}

/**
 * Like `requireClickHouse`, for a process that starts without the store: one that does not respond in time passes.
 *
 * @throws CannotStart if the server is older than `MINIMUM_CLICKHOUSE`.
 */
export async function refuseOldClickHouse(options: ColumnStoreOptions): Promise<void> {
  const store = createColumnStore({ ...options, database: 'default' });
  const check = async (): Promise<void> => {
    try {
      await requireClickHouse(store);
    } finally {
      await store.close();
    }
  };
  await unlessUnreachable(check());
}

/** Resolves with undefined where the store is unreachable or does not respond in time. */
export async function unlessUnreachable<T>(reading: Promise<T>): Promise<T | undefined> {
  const tolerant = reading.catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'unavailable') return undefined;
    throw error;
  });
  // Otherwise a later rejection would end the process.
  tolerant.catch(() => undefined);
  return Promise.race([tolerant, sleep(START_MS, undefined, { ref: false })]);
}
