import type { Relational } from '@svc/relational';
import { runInBatches, type PeriodicWork } from '@svc/work';

/** Resolved alerts can be read for this time. */
const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes alerts that were resolved 30 days ago, every hour. */
export function alertCleanup(): PeriodicWork {
  return {
    queue: 'alert-cleanup',
    everyMs: 3_600_000,
    async run({ relational, now, signal }) {
      const before = new Date(now.getTime() - KEPT_MS);
      await runInBatches(BATCH, signal, () => deleteBatch(relational, before));
      await relational.client.alertHold.deleteMany({ where: { until: { lt: now } } });
    },
  };
}

/** @returns the number of deleted alerts, at most a batch. */
async function deleteBatch(relational: Relational, before: Date): Promise<number> {
  const [{ count } = { count: 0 }] = await relational.rows<{ count: number }>(
    `WITH old AS (
       DELETE FROM alerts WHERE id IN (
         SELECT id FROM alerts WHERE resolved_at < $1 ORDER BY resolved_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id
     ), history AS (DELETE FROM alert_transitions WHERE alert_id IN (SELECT id FROM old))
     SELECT count(*)::integer AS count FROM old`,
    [before],
  );
  return count;
}
