import type { Transaction } from '@svc/relational';
import type { Queue } from './queue.js';

export interface NewJob<Payload> {
  /** Unique in its queue. */
  readonly key: string;
  readonly payload: Payload;
  /** The job is erased with this project; null for work that outlives its project. */
  readonly projectId: string | null;
  /**
   * The present time of the caller's clock. If this clock is set back, the job waits its full delay from then on, so it
   * may run before the clock shows `runAt`: a handler that must not run early has to check its clock.
   */
  readonly now: Date;
  /** The job runs at this time or soon after; at once without it. */
  readonly runAt?: Date;
}

/**
 * Adds a job in the caller's transaction, so that it exists exactly if the change that needs it is committed. Call `Jobs.wake`
 * after the commit unless the next poll is early enough.
 *
 * A job of the same key coalesces with the new one: it gets the new payload and the earlier `runAt`. If it is running, it runs once
 * more after its current attempt.
 *
 * Locks the row of a job of the same key. Handlers lock it first (`fence`), so enqueue before writing rows that the handler writes.
 */
export async function enqueue<Payload extends object>(
  tx: Transaction,
  queue: Queue<Payload>,
  { key, payload, projectId, now, runAt = now }: NewJob<Payload>,
): Promise<void> {
  const columns = { queue: queue.name, key, payload, projectId, runAt, scheduledAt: now };
  const json = JSON.stringify(payload);
  for (;;) {
    const inserted = await tx.job.createMany({ data: [columns], skipDuplicates: true });
    if (inserted.count > 0) return;
    const coalesced = await tx.$executeRaw`
      UPDATE jobs SET payload = ${json}::json, run_at = LEAST(run_at, ${runAt}), revision = revision + 1,
        scheduled_at = CASE WHEN run_at > ${runAt} THEN ${now} ELSE scheduled_at END
      WHERE queue = ${queue.name} AND key = ${key}`;
    // Neither happens if the job was finished between the two statements.
    if (coalesced > 0) return;
  }
}
