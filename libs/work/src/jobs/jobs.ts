import {
  Inject,
  Injectable,
  Module,
  Optional,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { PubSub, Subscription } from '@svc/cache';
import type { Logger, Metrics } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, LOGGER, METRICS, PUB_SUB, RELATIONAL, type Clock } from '@svc/runtime';
import { type BackgroundJob, startDelayed } from '../background-job.js';
import { type Bind, DueWatch } from '../due-watch.js';
import type { AttemptTools } from './attempt.js';
import { exposeJobMetrics } from './job-metrics.js';
import { AHEAD, JobStore, selectDueQueues } from './job-store.js';
import type { JobHandler } from './job.js';
import { QueueWorker } from './queue-worker.js';
import type { Queue } from './queue.js';

/** Messages are names of queues. */
const WAKE_CHANNEL = 'jobs';

/** The workers of this process. Domains register their handlers in their constructors; workers start after the application. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #workers = new Map<string, QueueWorker>();
  readonly #tools: AttemptTools;
  #job: BackgroundJob | undefined;

  constructor(
    @Inject(RELATIONAL) relational: Relational,
    @Optional() @Inject(PUB_SUB) private readonly pubSub: PubSub | undefined,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Optional() @Inject(METRICS) metrics?: Metrics,
  ) {
    const store = new JobStore(relational);
    const counters = metrics && exposeJobMetrics(metrics, store, this.#workers, clock);
    const onAttempt = (queue: string) => counters?.attempts.inc({ queue });
    const onFailure = (queue: string) => counters?.failures.inc({ queue });
    this.#tools = { relational, store, clock, logger, onAttempt, onFailure };
  }

  /**
   * Lets this process run the queue's jobs. Call it before the application starts.
   * @throws Error if the queue has a handler.
   */
  register<Payload extends object>(queue: Queue<Payload>, handler: JobHandler<Payload>): void {
    if (this.#workers.has(queue.name)) throw new Error(`The queue ${queue.name} already has a handler.`);
    this.#workers.set(queue.name, new QueueWorker(queue, handler, this.#tools));
  }

  /** Makes workers of all processes check the queue now rather than at their next poll. Call it after the commit. */
  wake(queue: Queue<object>): void {
    this.#workers.get(queue.name)?.wake();
    void this.pubSub?.publish(WAKE_CHANNEL, queue.name);
  }

  /** Starts the workers now. */
  start(): BackgroundJob {
    const subscription = this.#subscribe();
    const workers = [...this.#workers.values()];
    for (const worker of workers) worker.start();
    const endWatching = DueWatch.of(this.#tools.relational).add({
      everyMs: Math.min(...workers.map(({ queue }) => queue.pollMs)),
      select: (bind) => this.#selectDue(bind),
      // When the statement failed, the workers run their own, and report the outage once.
      wake: (due = [...this.#workers.keys()]) => void this.#wakeDue(due),
    });
    return {
      stop: async () => {
        endWatching();
        await (await subscription)?.close();
        await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
      },
    };
  }

  /** Starts the workers after a delay, so that they do not slow the first requests. */
  onApplicationBootstrap(): void {
    if (this.#workers.size > 0) this.#job = startDelayed(() => this.start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  /** One statement for all queues. */
  #selectDue(bind: Bind): string {
    const now = this.#tools.clock();
    const latest = Math.max(...[...this.#workers.values()].map(({ queue }) => queue.latestLease(now).getTime()));
    return selectDueQueues([...this.#workers.keys()], new Date(now), new Date(latest), bind);
  }

  async #wakeDue(due: readonly string[]): Promise<void> {
    const { store, clock } = this.#tools;
    if (due.includes(AHEAD)) {
      await store.countFromNow([...this.#workers.keys()], new Date(clock())).catch(() => undefined);
    }
    for (const queue of due) this.#workers.get(queue)?.wake();
  }

  /** Jobs wait for the next poll if the process has no publish/subscribe. */
  async #subscribe(): Promise<Subscription | undefined> {
    try {
      return await this.pubSub?.subscribe(WAKE_CHANNEL, (queue) => this.#workers.get(queue)?.wake());
    } catch (error) {
      this.#tools.logger.warn({ err: error }, 'could not subscribe to job wake-ups; jobs start at the next poll');
      return undefined;
    }
  }
}

/** Needs RELATIONAL, CLOCK and LOGGER of the process. Without PUB_SUB, wake-ups do not reach other processes. */
@Module({ providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
