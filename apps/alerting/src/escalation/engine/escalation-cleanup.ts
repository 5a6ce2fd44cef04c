import type { PeriodicWork } from '@svc/work';

/** The time for which ended escalations are kept, the same as for alerts. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes ended escalations of alerts that are deleted too, every hour. Incidents are kept, and show theirs. */
export function escalationCleanup(): PeriodicWork {
  return {
    queue: 'escalation-cleanup',
    everyMs: 3_600_000,
    async run({ relational, now }) {
      const before = new Date(now.getTime() - KEPT_MS);
      await relational.client.escalation.deleteMany({
        where: { nextAt: null, updatedAt: { lt: before }, subject: { startsWith: 'alert/' } },
      });
    },
  };
}
