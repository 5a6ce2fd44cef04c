import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/service';
import { enqueue, Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';

const CLEANUP = new Queue<Record<string, never>>({ name: 'alert-cleanup' });
const INTERVAL_MS = 3_600_000;
/** For this time, resolved alerts can be read. */
const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes alerts that were resolved 30 days ago, every hour. */
@Injectable()
export class AlertCleanup implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  constructor(
    @Inject(Jobs) jobs: Jobs,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(CLEANUP, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.relational.client.$transaction((transaction) => enqueue(transaction, CLEANUP, job));
  }

  async handle({ signal }: Pick<JobContext<Record<string, never>>, 'signal'>): Promise<Date> {
    const now = this.clock();
    while ((await this.#delete(new Date(now - KEPT_MS))) === BATCH && !signal.aborted);
    await this.relational.client.alertHold.deleteMany({ where: { until: { lt: new Date(now) } } });
    return new Date(now + INTERVAL_MS);
  }

  /** @returns the number of deleted alerts, at most a batch. */
  async #delete(before: Date): Promise<number> {
    const [{ count } = { count: 0 }] = await this.relational.rows<{ count: number }>(
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
}
