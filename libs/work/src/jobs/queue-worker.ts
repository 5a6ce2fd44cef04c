import { attempt, type AttemptTools } from './attempt.js';
import type { JobHandler } from './job.js';
import type { Queue } from './queue.js';

/** Runs the jobs of one queue in this process, at most `concurrency` at a time. */
export class QueueWorker {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #claiming: Promise<void> | undefined;
  #isClaiming = false;
  #isWoken = false;
  #isFailing = false;

  constructor(
    readonly queue: Queue<object>,
    private readonly handler: JobHandler<object>,
    private readonly tools: AttemptTools,
  ) {}

  /** Jobs that run now. */
  get running(): number {
    return this.#running.size;
  }

  /** Looks for jobs now and from then on whenever it is woken. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Looks for jobs now. No-op unless the worker is started. */
  wake(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#isWoken = true;
    if (!this.#isClaiming) this.#claiming = this.#claim();
  }

  /** Gives the running jobs back and resolves when no handler runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#claiming;
    await Promise.all(this.#running);
  }

  /** Claims jobs until none is due or as many run as may. A wake-up meanwhile repeats the search, so none is missed. */
  async #claim(): Promise<void> {
    const { queue, tools } = this;
    this.#isClaiming = true;
    while (this.#isWoken && this.#running.size < queue.concurrency && !this.#stopping.signal.aborted) {
      this.#isWoken = false;
      const now = tools.clock();
      try {
        const until = new Date(now + queue.leaseMs);
        const claimed = await tools.store.claim(queue.name, new Date(now), until, queue.latestLease(now));
        this.#isFailing = false;
        if (!claimed) continue;
        this.#isWoken = true;
        this.#track(attempt(claimed, queue, this.handler, this.#stopping.signal, tools));
      } catch (error) {
        this.#warnOnce(error, 'jobs cannot be claimed; retrying');
      }
    }
    this.#isClaiming = false;
  }

  #track(running: Promise<void>): void {
    const settled = running
      .catch((error: unknown) => this.#warnOnce(error, 'outcome of a job not recorded; repeated after its lease'))
      .finally(() => {
        this.#running.delete(settled);
        this.wake();
      });
    this.#running.add(settled);
  }

  /** Once per outage, since every poll would repeat it. */
  #warnOnce(error: unknown, message: string): void {
    if (!this.#isFailing && !this.#stopping.signal.aborted)
      this.tools.logger.warn({ err: error, queue: this.queue.name }, message);
    this.#isFailing = true;
  }
}
