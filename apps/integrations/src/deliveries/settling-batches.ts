import type { SettledDelivery } from './delivery-queue.js';

const FLUSH_MS = 10;
const MAX_BATCH = 100;

/** Gathers results for a moment, because one statement records a hundred as fast as one. */
export class SettlingBatches {
  #waiting: SettledDelivery[] = [];
  #next: { readonly done: Promise<void>; readonly start: () => void } | undefined;

  constructor(private readonly record: (batch: readonly SettledDelivery[]) => Promise<void>) {}

  /** Resolves when the result is recorded. */
  add(settled: SettledDelivery): Promise<void> {
    this.#waiting.push(settled);
    this.#next ??= this.#schedule();
    const { done, start } = this.#next;
    if (this.#waiting.length >= MAX_BATCH) start();
    return done;
  }

  async flush(): Promise<void> {
    const next = this.#next;
    next?.start();
    await next?.done;
  }

  #schedule(): { done: Promise<void>; start: () => void } {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => {
      clearTimeout(timer);
      if (this.#next?.done !== promise) return;
      const batch = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      this.record(batch).then(resolve, reject);
    };
    const timer = setTimeout(start, FLUSH_MS);
    return { done: promise, start };
  }
}
