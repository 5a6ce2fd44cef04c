import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/service';
import { enqueue, Jobs, Queue, type JobHandler } from '@svc/work';

type Nothing = Record<string, never>;

const CLEANUP = new Queue<Nothing>({ name: 'anomaly-cleanup' });
const INTERVAL_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Baselines reach back four weeks. */
const WINDOWS_MS = 35 * DAY_MS;
/** A series that was not measured for this time makes room for another. */
const SERIES_MS = 8 * DAY_MS;
const FINDINGS_MS = 90 * DAY_MS;
/** Rows of one statement, so that each ends quickly. */
const BATCH = 5_000;

/** Deletes old windows, series that are gone and findings that were resolved long ago. */
@Injectable()
export class AnomalyCleanup implements JobHandler<Nothing>, OnApplicationBootstrap {
  constructor(
    @Inject(Jobs) jobs: Jobs,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(CLEANUP, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.relational.client.$transaction((tx) => enqueue(tx, CLEANUP, job));
  }

  async handle(): Promise<Date> {
    const { client } = this.relational;
    const before = (ms: number): Date => new Date(this.clock() - ms);
    await exhaust(
      () => client.$executeRaw`
        DELETE FROM anomaly_windows WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM anomaly_windows WHERE end_at < ${before(WINDOWS_MS)} LIMIT ${BATCH}))`,
    );
    await exhaust(
      () => client.$executeRaw`
        DELETE FROM anomaly_findings WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM anomaly_findings WHERE resolved_at < ${before(FINDINGS_MS)} LIMIT ${BATCH}))`,
    );
    await exhaust(
      () => client.$executeRaw`
        DELETE FROM anomaly_series WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM anomaly_series WHERE last_end < ${before(SERIES_MS)} AND memory IS NULL LIMIT ${BATCH}))`,
    );
    return new Date(this.clock() + INTERVAL_MS);
  }
}

async function exhaust(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === BATCH);
}
