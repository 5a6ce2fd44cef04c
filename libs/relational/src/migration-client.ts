import pg from 'pg';
import { toOutage } from './outage.js';

/**
 * Runs work on a connection of its own, without the limits of the pool. Rejects with `unavailable` if the database does not respond.
 *
 * @param url of the role that does the work.
 */
export async function withMigrationClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'svc-migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost connection also fails the running query, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw toOutage(error) ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Runs work while no other process runs any under the same lock: the others wait. It covers all stores, while `migrateRelational`
 * locks only its own. The lock ends with the connection, which must not be one of a transaction pooler.
 */
export async function withMigrationLock<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  return withMigrationClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return work();
  });
}

/** Any number but that of Prisma's lock. */
const MIGRATION_LOCK = 72707370;
