import type { Logger } from '@svc/observability';

/** Runs a job periodically, and immediately when woken. Runs never overlap. */
export class BackgroundWork {
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;

  /**
   * @param work ends soon after the signal. When it rejects, it is repeated with the next run, and the log says so once until it
   * succeeds.
   * @param failure the log message.
   */
  constructor(
    private readonly work: (stopping: AbortSignal) => Promise<void>,
    private readonly logger: Logger,
    private readonly failure: string,
  ) {}

  start(everyMs: number): void {
    this.#timer = setInterval(() => this.wake(), everyMs).unref();
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Resolves when no run is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.work(this.#stopping.signal);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && !this.#stopping.signal.aborted) this.logger.warn({ err: error }, this.failure);
      this.#isFailing = true;
    }
  }
}
