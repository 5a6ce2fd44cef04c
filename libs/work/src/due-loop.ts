import type { Logger } from '@svc/observability';
import type { BackgroundJob } from './background-job.js';

export interface DueLoopOptions {
  /**
   * Starts to call `wake` whenever work may be due, and returns a function that ends the calls. Without it, only `DueLoop.wake` starts
   * a pass.
   */
  readonly watch?: (wake: () => void) => () => void;
  /**
   * Does some of the work that is due. `DueLoop.signal` aborts when the loop stops.
   *
   * @returns whether more may be due, so that the next pass begins at once.
   */
  readonly pass: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message of a failed pass: `could not claim jobs; retrying`. */
  readonly warning: string;
  /** Fields of every warning. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Makes passes over the work that is due whenever it is woken. Passes never overlap; one that fails is repeated at the next wake-up. */
export class DueLoop implements BackgroundJob {
  readonly #stopping = new AbortController();
  #endWatching: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #isWoken = false;
  #isFailing = false;

  constructor(private readonly options: DueLoopOptions) {}

  /** Aborts when the loop stops. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Begins to watch, once. A loop that was stopped cannot be started again. */
  start(): this {
    this.#isStarted = true;
    this.#endWatching = this.options.watch?.(() => this.wake());
    return this;
  }

  /** Begins a pass now, or another one after the pass that runs, so that no wake-up is missed. No-op unless the loop is started. */
  wake(): void {
    if (!this.#isStarted || this.signal.aborted) return;
    this.#isWoken = true;
    this.#running ??= this.#makePasses();
  }

  /** Resolves after the pass that runs. */
  async stop(): Promise<void> {
    this.#endWatching?.();
    this.#stopping.abort();
    await this.#running;
  }

  /** Logs a failure, but only the first one since a pass succeeded, because every wake-up repeats it. */
  warnOnce(error: unknown, message = this.options.warning): void {
    const { logger, fields } = this.options;
    if (!this.#isFailing && !this.signal.aborted) logger.warn({ ...fields, err: error }, message);
    this.#isFailing = true;
  }

  async #makePasses(): Promise<void> {
    while (this.#isWoken && !this.signal.aborted) {
      this.#isWoken = false;
      try {
        if (await this.options.pass()) this.#isWoken = true;
        this.#isFailing = false;
      } catch (error) {
        this.warnOnce(error);
      }
    }
    this.#running = undefined;
  }
}
