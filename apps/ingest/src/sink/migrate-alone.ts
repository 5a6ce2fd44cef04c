import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '@svc/cache';
import { migrate, readColumnStoreSchema, unlessUnreachable, type ColumnStoreOptions } from '@svc/columnar';
import { requireSchema } from '@svc/migrations';
import type { Logger } from '@svc/observability';
import type { StoreAddresses } from '../options/ingest-options.js';

const LEASE = 'column-store-migration';
/** Duration of the lease, which is renewed three times as often. If the holder dies, the next process waits this long. */
const LEASE_MS = 15_000;
const RETRY_MS = 500;
const COLUMN_STORE = 'the column store';

/**
 * Resolves when the tables have this version. With `apply` it migrates them, under a lease so that only one process
 * does; with `require` it waits until `svc-admin migrate` has done so. Retries until it succeeds or the signal aborts.
 * Never rejects.
 */
export async function migrateAlone(
  { columnStore, migrations }: StoreAddresses,
  leases: Leases,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (migrations !== undefined && !signal.aborted) {
    try {
      if (migrations === 'require') return requireSchema(COLUMN_STORE, await readColumnStoreSchema(columnStore));
      if (await attempt(columnStore, leases)) return;
    } catch (error) {
      logger.warn({ err: error }, 'could not migrate the column store; retrying');
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Throws CannotStart if the tables do not match this version. A store that does not answer in time passes, because
 * requests are accepted without it; `migrateAlone` compares again before the sink starts.
 */
export async function refuseOtherSchema(columnStore: ColumnStoreOptions): Promise<void> {
  const schema = await unlessUnreachable(readColumnStoreSchema(columnStore));
  if (schema !== undefined) requireSchema(COLUMN_STORE, schema);
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
