import { runInBatches, type PeriodicWork } from '@svc/work';

const BATCH = 1_000;

/** Deletes scores whose runs have expired, every hour. */
export function scoreCleanup(): PeriodicWork {
  return {
    queue: 'score-cleanup',
    everyMs: 3_600_000,
    async run({ relational, now, signal }) {
      await runInBatches(
        BATCH,
        signal,
        () => relational.client.$executeRaw`
          DELETE FROM scores WHERE id IN (
            SELECT id FROM scores WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      );
    },
  };
}
