import { DueLoop } from '../due-loop.js';
import { attempt, type AttemptTools } from './attempt.js';
import type { ClaimedJob } from './job-store.js';
import type { JobHandler } from './job.js';
import { ProjectTurns } from './project-turns.js';
import type { Queue } from './queue.js';

/** Runs the jobs of one queue in this process, at most `concurrency` at a time. */
export class QueueWorker {
  readonly #running = new Set<Promise<void>>();
  readonly #loop: DueLoop;
  readonly #turns: ProjectTurns;

  constructor(
    readonly queue: Queue<object>,
    private readonly handler: JobHandler<object>,
    private readonly tools: AttemptTools,
  ) {
    this.#turns = new ProjectTurns(queue.share);
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
    const lease = { now: new Date(now), until: new Date(now + queue.leaseMs), ahead: queue.latestLease(now) };
    const claimed = await tools.store.claim(queue.name, lease, this.#turns.next(performance.now()));
    if (claimed) this.#run(claimed);
    return claimed !== undefined;
  }

  #run(claimed: ClaimedJob): void {
    this.#turns.begin(claimed.projectId, performance.now());
    const running = attempt(claimed, this.queue, this.handler, this.#loop.signal, this.tools);
    const settled = running
      .catch((error: unknown) => this.#loop.warnOnce(error, 'outcome of a job not recorded; repeated after its lease'))
      .finally(() => {
        this.#running.delete(settled);
        this.#turns.end(claimed.projectId);
        this.wake();
      });
    this.#running.add(settled);
  }
}
