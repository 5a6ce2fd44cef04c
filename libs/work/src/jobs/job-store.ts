import type { Relational, Transaction } from '@svc/relational';
import { latestPresent } from '@svc/runtime';
import type { Bind } from '../due-watch.js';
import { LeaseLostError, type Job } from './job.js';
import { NO_PROJECT, type ClaimOrder } from './project-turns.js';

/** A job and the lease under which this worker holds it. */
export interface ClaimedJob extends Job<object> {
  /** Fencing token. */
  readonly token: number;
  /** Differs from that of the row if the job was enqueued again since the claim. */
  readonly revision: number;
}

export interface QueueFigures {
  readonly queue: string;
  /** Jobs that are due or will be. */
  readonly waiting: number;
  /** Seconds since the oldest waiting job was due; 0 if none is. */
  readonly oldestSeconds: number;
}

/** Times of a claim, by the clock of the worker. */
export interface Lease {
  readonly now: Date;
  /** When other workers may take the job over. */
  readonly until: Date;
  /** The latest valid end of a lease; a later one is from a clock that was set back since, and counts as ended. */
  readonly ahead: Date;
}

/** Placeholder for a queue name in the list of due queues, if jobs were scheduled before the clock was set back. */
export const AHEAD = '';

/** The most jobs that one statement reschedules. */
const MAX_RESCHEDULED = 1_000;

/**
 * The statements of workers on the table of jobs. Statements in the transaction of a caller are in `enqueue.ts` and
 * `stored-jobs.ts`; no others exist. Times are the caller's.
 */
export class JobStore {
  constructor(private readonly relational: Relational) {}

  /**
   * Claims the job that has been due longest and that no worker holds, of a project without a turn if there is one; undefined if none is
   * due.
   */
  async claim(
    queue: string,
    { now, until, ahead }: Lease,
    { served, full }: ClaimOrder,
  ): Promise<ClaimedJob | undefined> {
    const earliest = (others: string): string => `
      SELECT id FROM jobs
      WHERE queue = $1 AND run_at <= $2 AND (lease_until IS NULL OR lease_until <= $2 OR lease_until > $4)
        AND COALESCE(project_id, '${NO_PROJECT}') <> ALL(${others}::uuid[])
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
    const [claimed] = await this.relational.rows<ClaimedJob>(
      `UPDATE jobs SET lease_until = $3, lease_token = lease_token + 1, attempts = attempts + 1
       WHERE id = COALESCE((${earliest('$5')}), (${earliest('$6')}))
       RETURNING id, queue, key, payload, project_id AS "projectId", attempts, last_error AS "lastError",
                 lease_token AS token, revision`,
      [queue, now, until, ahead, [...served, ...full], full],
    );
    return claimed;
  }

  /**
   * Lets jobs that were scheduled later than now, before the clock was set back, wait from now on for as long as they were to wait
   * then. None runs before that time has passed, whatever the clock shows, and none waits for the jump. Some of them at a time.
   */
  async countFromNow(queues: readonly string[], now: Date): Promise<void> {
    await this.relational.rows(
      `UPDATE jobs SET run_at = $2::timestamptz + (run_at - scheduled_at), scheduled_at = $2
       WHERE id IN (
         SELECT id FROM jobs WHERE queue = ANY($1) AND scheduled_at > $3
         ORDER BY scheduled_at LIMIT ${MAX_RESCHEDULED} FOR UPDATE SKIP LOCKED
       )`,
      [queues, now, new Date(latestPresent(now.getTime()))],
    );
  }

  /** @returns whether the job is still held. */
  async renew({ id, token }: ClaimedJob, leaseUntil: Date): Promise<boolean> {
    const rows = await this.relational.rows(`UPDATE jobs SET lease_until = $3 WHERE ${HELD} RETURNING id`, [
      id,
      token,
      leaseUntil,
    ]);
    return rows.length > 0;
  }

  /** A lease that ran out is still held until another worker claims the job. Concurrent transactions of the holder do not wait. */
  async fence({ id, queue, token }: ClaimedJob, tx: Transaction): Promise<void> {
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM jobs WHERE id = ${id}::uuid AND lease_token = ${token} AND lease_until IS NOT NULL FOR SHARE`;
    if (held.length === 0) throw new LeaseLostError(queue);
  }

  /** Deletes a finished job, or reschedules one that runs again at `next` or was enqueued again since the claim. */
  async finish({ id, token, revision }: ClaimedJob, next: Date | undefined, now: Date): Promise<void> {
    const deleted = next
      ? []
      : await this.relational.rows(`DELETE FROM jobs WHERE ${HELD} AND revision = $3 RETURNING id`, [
          id,
          token,
          revision,
        ]);
    if (deleted.length > 0) return;
    await this.relational.rows(
      `UPDATE jobs SET lease_until = NULL, attempts = 0, last_error = NULL,
              run_at = CASE WHEN revision = $3 THEN $4::timestamptz ELSE $5::timestamptz END, scheduled_at = $5
       WHERE ${HELD}`,
      [id, token, revision, next ?? now, now],
    );
  }

  async retry({ id, token }: ClaimedJob, error: string, runAt: Date, now: Date): Promise<void> {
    await this.relational.rows(
      `UPDATE jobs SET lease_until = NULL, last_error = $3, run_at = $4, scheduled_at = $5 WHERE ${HELD}`,
      [id, token, error, runAt, now],
    );
  }

  /** Lets any worker claim the job at once, as if this attempt had not been started. */
  async giveBack({ id, token }: ClaimedJob): Promise<void> {
    await this.relational.rows(`UPDATE jobs SET lease_until = NULL, attempts = attempts - 1 WHERE ${HELD}`, [
      id,
      token,
    ]);
  }

  figures(queues: readonly string[], now: Date): Promise<QueueFigures[]> {
    return this.relational.rows<QueueFigures>(
      `SELECT queue, count(*)::integer AS waiting,
              GREATEST(0, EXTRACT(EPOCH FROM $2::timestamptz - min(run_at)))::float AS "oldestSeconds"
       FROM jobs WHERE queue = ANY($1) AND (lease_until IS NULL OR lease_until <= $2) GROUP BY queue`,
      [queues, now],
    );
  }
}

const HELD = 'id = $1 AND lease_token = $2 AND lease_until IS NOT NULL';

/** A SELECT of the queues that have a job which `claim` would return, and of `AHEAD` if `countFromNow` has work. */
export function selectDueQueues(queues: readonly string[], now: Date, ahead: Date, bind: Bind): string {
  const [names, at] = [bind(queues), bind(now)];
  return `
    SELECT DISTINCT queue FROM jobs
    WHERE queue = ANY(${names}) AND run_at <= ${at}
      AND (lease_until IS NULL OR lease_until <= ${at} OR lease_until > ${bind(ahead)})
    UNION ALL
    (SELECT '${AHEAD}' FROM jobs WHERE queue = ANY(${names}) AND scheduled_at > ${bind(new Date(latestPresent(now.getTime())))} LIMIT 1)`;
}
