import { runInBatches, type PeriodicWork } from '@svc/work';

/** Investigations of one statement, with some hundred entries each. */
const BATCH = 100;

/** Deletes expired investigations with their entries, every hour. */
export function investigationCleanup(): PeriodicWork {
  return {
    queue: 'investigation-cleanup',
    everyMs: 3_600_000,
    async run({ relational, now, signal }) {
      await runInBatches(BATCH, signal, async () => {
        const expired = await relational.client.investigation.findMany({
          where: { expiresAt: { lt: now } },
          orderBy: { expiresAt: 'asc' },
          select: { id: true },
          take: BATCH,
        });
        await relational.client.investigation.deleteMany({ where: { id: { in: expired.map(({ id }) => id) } } });
        return expired.length;
      });
    },
  };
}
