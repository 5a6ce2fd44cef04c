import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '@svc/cache';
import { migrate, type ColumnStoreOptions } from '@svc/columnar';
import type { Logger } from '@svc/observability';
import type { StoreAddresses } from '../options/ingest-options.js';

const LEASE = 'column-store-migration';
/** Duration of the lease, which is renewed three times as often. If the holder dies, the next process waits this long. */
const LEASE_MS = 15_000;
const RETRY_MS = 500;

/**
 * Migrates the tables if the addresses request it, under a lease so that only one process migrates. Retries until it succeeds or the
 * signal aborts. Never rejects.
 */
export async function migrateAlone(
  { columnStore, migrate: isAsked = false }: StoreAddresses,
  leases: Leases,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (isAsked && !signal.aborted) {
    try {
      if (await attempt(columnStore, leases)) return;
    } catch (error) {
      logger.warn({ err: error }, 'column store not migrated; retrying');
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** False while another process has the lease. */
async function attempt(columnStore: ColumnStoreOptions, leases: Leases): Promise<boolean> {
  const lease = await leases.acquire(LEASE, LEASE_MS);
  if (!lease) return false;
  const renewing = setInterval(() => void lease.renew(), LEASE_MS / 3);
  try {
    await migrate(columnStore);
    return true;
  } finally {
    clearInterval(renewing);
    await lease.release();
  }
}
