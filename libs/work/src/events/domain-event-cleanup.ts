import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/service';
import { enqueue } from '../jobs/enqueue.js';
import type { JobHandler } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.js';
import { Queue } from '../jobs/queue.js';

const CLEANUP = new Queue<Record<string, never>>({ name: 'domain-event-cleanup' });
const INTERVAL_MS = 3_600_000;
/** For this time, an event can be acted on. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes old events every hour. */
@Injectable()
export class DomainEventCleanup implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
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

  async handle(): Promise<Date> {
    const before = new Date(this.clock() - KEPT_MS);
    await this.relational.client.domainEvent.deleteMany({ where: { occurredAt: { lt: before } } });
    return new Date(this.clock() + INTERVAL_MS);
  }
}
