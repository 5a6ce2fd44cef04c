import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { Relational } from '@svc/relational';
import { CLOCK, COLUMN_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, type JobContext, type JobHandler } from '@svc/work';
import { EVERYTHING, REPLACED_PARTS, ROW_PURGES } from './row-purges.js';

/**
 * The interval of purges that no erasure asks for. It bounds how long the row of a deleted log record stays in the parts in use, and how
 * often many such deletions rewrite the same partition.
 */
const INTERVAL_MS = 10 * 60_000;
/** Time limit of one attempt, between two partitions. */
const ATTEMPT_MS = 5 * 60_000;
const RETRY_MS = 2_000;

type Context = Pick<JobContext<Record<string, never>>, 'signal' | 'fence'>;

/** Rewrites what the column store has deleted: at an interval, and at once for erasures. */
@Injectable()
export class RowPurger implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {
    jobs.register(ROW_PURGES, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { ...EVERYTHING, now: new Date(this.clock()) };
    await this.relational.client.$transaction((tx) => enqueue(tx, ROW_PURGES, job));
  }

  async handle({ signal, fence }: Context): Promise<Date> {
    const { client } = this.relational;
    // Erasures that are added from here on are not certain to be part of this attempt; they run the job once more.
    const waiting = await client.rowPurge.findMany({ where: { purgedAt: null }, select: { id: true } });
    const purgedAt = await this.store.purgeDeletedRows({ deadlineMs: Date.now() + ATTEMPT_MS, signal });
    const now = this.clock();
    if (!purgedAt) return new Date(now + RETRY_MS);
    if (waiting.length > 0) {
      await client.$transaction(async (tx) => {
        await fence(tx);
        await enqueue(tx, REPLACED_PARTS, { ...EVERYTHING, now: new Date(now) });
        await tx.rowPurge.updateMany({ where: { id: { in: waiting.map(({ id }) => id) } }, data: { purgedAt } });
      });
      this.jobs.wake(REPLACED_PARTS);
    }
    return new Date(now + INTERVAL_MS);
  }
}
