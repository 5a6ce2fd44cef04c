/** The part of the event loop that matching may take for one stream while it is live. */
const SHARE = 0.05;
/** Milliseconds that a stream may use at once. */
const BURST_MS = 50;

/**
 * Measures the time that matching takes for one live stream. The cost of a record depends on the filters and on the
 * record. All live streams receive a record one after the other, so one that uses more than its share would delay the
 * others.
 */
export class LiveShare {
  #spentMs = 0;
  #atMs: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#atMs = now();
  }

  get isExceeded(): boolean {
    return this.#spentMs > BURST_MS;
  }

  spend<Result>(work: () => Result): Result {
    const startedAt = this.now();
    const result = work();
    const endedAt = this.now();
    this.#spentMs = Math.max(0, this.#spentMs - (startedAt - this.#atMs) * SHARE) + (endedAt - startedAt);
    this.#atMs = endedAt;
    return result;
  }

  reset(): void {
    this.#spentMs = 0;
  }
}
