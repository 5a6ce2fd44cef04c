import { DueLoop } from '../due-loop.js';
import { attempt, type AttemptTools } from './attempt.js';
import type { JobHandler } from './job.js';
import type { Queue } from './queue.js';

/** Runs the jobs of one queue in this process, at most `concurrency` at a time. */
export class QueueWorker {
  readonly #running = new Set<Promise<void>>();
  readonly #loop: DueLoop;

  constructor(
    readonly queue: Queue<object>,
    private readonly handler: JobHandler<object>,
    private readonly tools: AttemptTools,
  ) {
    this.#loop = new DueLoop({
      pass: () => this.#claim(),
      logger: tools.logger,
      warning: 'could not claim jobs; retrying',
      fields: { queue: queue.name },
    });
  }

  /** Number of jobs that are running. */
  get running(): number {
    return this.#running.size;
  }

  /** Checks for jobs now and from then on whenever it is woken. */
  start(): void {
    this.#loop.start().wake();
  }

  /** Checks for jobs now. No-op unless the worker is started. */
  wake(): void {
    this.#loop.wake();
  }

  /** Gives the running jobs back and resolves when no handler runs any more. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running);
  }

  /** Claims a job and starts it unless `concurrency` jobs are running. @returns whether it did. */
  async #claim(): Promise<boolean> {
    const { queue, tools } = this;
    if (this.#running.size >= queue.concurrency) return false;
    const now = tools.clock();
    const until = new Date(now + queue.leaseMs);
    const claimed = await tools.store.claim(queue.name, new Date(now), until, queue.latestLease(now));
    if (claimed) this.#track(attempt(claimed, queue, this.handler, this.#loop.signal, tools));
    return claimed !== undefined;
  }

  #track(running: Promise<void>): void {
    const settled = running
      .catch((error: unknown) => this.#loop.warnOnce(error, 'outcome of a job not recorded; repeated after its lease'))
      .finally(() => {
        this.#running.delete(settled);
        this.wake();
      });
    this.#running.add(settled);
  }
}
