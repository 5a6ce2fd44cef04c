import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '@svc/cache';
import { migrate, type ColumnStoreOptions } from '@svc/columnar';
import type { Logger } from '@svc/observability';
import type { StoreAddresses } from '../options/ingest-options.js';

const LEASE = 'column-store-migration';
/** Renewed three times as often; when its holder dies, the next one waits this long. */
const LEASE_MS = 15_000;
const RETRY_MS = 500;

/**
 * Brings the tables up to date where the addresses ask for it, while no other process does, and tries until it has succeeded or the
 * signal says stop. Never rejects.
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
