import { setTimeout as delay } from 'node:timers/promises';
import { deadline } from '@svc/config';

/** The engine enforces the limit of a statement itself; this much later, the client gives up on an engine that does not respond. */
export const TIMEOUT_GRACE_MS = deadline(2_000);

/** Aborts a statement when its time limit is reached or its caller aborts, and records which. */
export class StatementTimer implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort: () => void;
  timedOut = false;

  constructor(
    timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.#timer = setTimeout(() => {
      this.timedOut = true;
      this.#controller.abort();
    }, timeoutMs);
    this.#onAbort = () => this.#controller.abort();
    caller?.addEventListener('abort', this.#onAbort, { once: true });
    if (caller?.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.caller?.aborted ?? false;
  }

  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener('abort', this.#onAbort);
  }
}
