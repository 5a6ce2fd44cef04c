import type { InjectionToken, OnApplicationBootstrap, Provider } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue } from './enqueue.js';
import type { JobContext, JobHandler } from './job.js';
import { Jobs } from './jobs.js';
import { Queue } from './queue.js';

type NoPayload = Record<string, never>;

/** One run of periodic work. */
export interface PeriodicRun {
  readonly relational: Relational;
  readonly now: Date;
  /** Aborts when the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
}

export interface PeriodicWork {
  /** Name of the queue, which has one job. Stored in the database, so it never changes. */
  readonly queue: string;
  /** Milliseconds between the end of a run and the next one. The first one begins when a process starts. */
  readonly everyMs: number;
  /** A rejection is a failed attempt at the job, which is repeated after a pause. */
  run(context: PeriodicRun): Promise<void>;
}

/** Repeats work at an interval, in one process at a time: as a job that reschedules itself. */
export class PeriodicJob implements JobHandler<NoPayload>, OnApplicationBootstrap {
  readonly #queue: Queue<NoPayload>;

  constructor(
    private readonly work: PeriodicWork,
    jobs: Pick<Jobs, 'register'>,
    private readonly relational: Relational,
    private readonly clock: Clock,
  ) {
    this.#queue = new Queue({ name: work.queue });
    jobs.register(this.#queue, this);
  }

  /**
   * The provider of a module that imports `JobsModule`. Needs RELATIONAL and CLOCK of the process.
   *
   * @param create returns the work, with the values of the tokens.
   */
  static of<Values extends readonly unknown[]>(
    create: (...values: Values) => PeriodicWork,
    ...tokens: { readonly [Nth in keyof Values]: InjectionToken }
  ): Provider {
    return {
      provide: Symbol('PeriodicJob'),
      inject: [Jobs, RELATIONAL, CLOCK, ...tokens],
      useFactory: (jobs: Jobs, relational: Relational, clock: Clock, ...values: Values) =>
        new PeriodicJob(create(...values), jobs, relational, clock),
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.relational.client.$transaction((tx) => enqueue(tx, this.#queue, job));
  }

  async handle({ signal }: Pick<JobContext<NoPayload>, 'signal'>): Promise<Date> {
    await this.work.run({ relational: this.relational, now: new Date(this.clock()), signal });
    return new Date(this.clock() + this.work.everyMs);
  }
}

/**
 * Repeats a statement that changes at most `batch` rows until it changes fewer, so that each ends quickly.
 *
 * @returns the number of changed rows.
 * @throws the reason of the signal, between two batches.
 */
export async function runInBatches(
  batch: number,
  signal: AbortSignal,
  statement: () => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    signal.throwIfAborted();
    const changed = await statement();
    total += changed;
    if (changed < batch) return total;
  }
}
