/** Reads and changes of stored jobs in the caller's transaction, for domains that decide by them. */
import { Prisma, type Transaction } from '@svc/relational';
import type { Queue } from './queue.js';

/** A job of a queue. */
export interface JobKey {
  readonly queue: Queue<object>;
  readonly key: string;
}

/**
 * Takes the queue's jobs of a project from the workers that run them and lets them start from the first attempt: for a change that
 * results computed before it must not survive.
 */
export async function restartJobs(tx: Transaction, queue: Queue<object>, projectId: string): Promise<void> {
  await tx.job.updateMany({
    where: { queue: queue.name, projectId },
    data: { leaseUntil: null, leaseToken: { increment: 1 }, attempts: 0, lastError: null },
  });
}

/** Deletes the job if it belongs to the project and no worker has claimed it. */
export async function deleteUnclaimedJob(tx: Transaction, { queue, key }: JobKey, projectId: string): Promise<void> {
  await tx.job.deleteMany({ where: { queue: queue.name, key, projectId, leaseUntil: null } });
}

/** Whether the job exists: it waits, or a worker runs it. */
export async function hasJob(tx: Transaction, { queue, key }: JobKey): Promise<boolean> {
  return (await tx.job.count({ where: { queue: queue.name, key } })) > 0;
}

/** Whether a worker holds the job under a lease that has not ended. */
export async function isJobLeased(tx: Transaction, { queue, key }: JobKey, now: Date): Promise<boolean> {
  return (await tx.job.count({ where: { queue: queue.name, key, leaseUntil: { gt: now } } })) > 0;
}

/** A SELECT of `project_id` for each job of the queue that is due and that no worker holds. */
export function selectWaitingProjects(queue: Queue<object>, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT project_id FROM jobs
    WHERE queue = ${queue.name} AND run_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})`;
}
