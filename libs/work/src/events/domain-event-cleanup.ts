import type { PeriodicWork } from '../jobs/periodic-job.js';

/** Events can be acted on for this time. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes old events every hour. */
export function domainEventCleanup(): PeriodicWork {
  return {
    queue: 'domain-event-cleanup',
    everyMs: 3_600_000,
    async run({ relational, now }) {
      const before = new Date(now.getTime() - KEPT_MS);
      await relational.client.domainEvent.deleteMany({ where: { occurredAt: { lt: before } } });
    },
  };
}
