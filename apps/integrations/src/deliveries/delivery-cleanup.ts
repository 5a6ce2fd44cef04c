import { deleteWithdrawals, runInBatches, type PeriodicWork } from '@svc/work';

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes receipts of final deliveries whose retention has passed, every ten minutes. */
export function deliveryCleanup(retentionDays: number): PeriodicWork {
  return {
    queue: 'delivery-cleanup',
    everyMs: 600_000,
    async run({ relational: { client }, now, signal }) {
      const before = new Date(now.getTime() - retentionDays * DAY_MS);
      // The order of creation lets the statement end without reading deliveries that stay.
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM deliveries WHERE id IN (
            SELECT id FROM deliveries
            WHERE created_at < ${before} AND status IN ('sent', 'failed', 'suppressed', 'dlq')
            ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      );
      // No delivery that a withdrawal could still suppress is older than it.
      await client.$transaction((tx) => deleteWithdrawals(tx, before));
    },
  };
}
