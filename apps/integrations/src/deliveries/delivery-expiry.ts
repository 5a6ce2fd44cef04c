import { runInBatches, type PeriodicWork } from '@svc/work';
import { CLOSING_FAILURES } from './channel-health.js';
import { MAX_AGE_MS } from './delivery-state.js';

const BATCH = 1_000;

/**
 * Moves deliveries that have waited for a day behind a receiver that fails to the dead-letter queue, every minute: a closed channel
 * makes one attempt a minute, so that most of many would wait much longer. What waits for anything else is attempted first.
 */
export function deliveryExpiry(): PeriodicWork {
  return {
    queue: 'delivery-expiry',
    everyMs: 60_000,
    async run({ relational: { client }, now, signal }) {
      const before = new Date(now.getTime() - MAX_AGE_MS);
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          UPDATE deliveries SET status = 'dlq', next_attempt_at = NULL,
            reason = CASE WHEN reason = '' THEN 'expired' ELSE reason END
          WHERE id IN (
            SELECT waiting.id FROM channels c CROSS JOIN LATERAL (
              SELECT d.id FROM deliveries d
              WHERE d.channel_id = c.id AND d.status IN ('pending', 'retrying') AND d.started_at < ${before}
              LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) waiting
            WHERE c.consecutive_failures >= ${CLOSING_FAILURES} LIMIT ${BATCH})`,
      );
    },
  };
}
