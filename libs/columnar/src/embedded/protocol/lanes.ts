import { refusals } from '../engine/engine-failure.js';

export interface LaneLimits {
  readonly running: number;
  readonly waiting: number;
}

/**
 * `interactive`: a caller waits. `ingest`: blocks of the consumers. `background`: exports, definitions, mutations. Lanes do not
 * share places, so that statements of one lane never delay another.
 */
export type LaneName = 'interactive' | 'ingest' | 'background';

export const DEFAULT_LANES: Readonly<Record<LaneName, LaneLimits>> = {
  interactive: { running: 6, waiting: 64 },
  ingest: { running: 2, waiting: 64 },
  background: { running: 3, waiting: 256 },
};

/** Limits concurrent statements, with a bounded first-in, first-out queue. */
export class Lane {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly limits: LaneLimits) {}

  /**
   * Waits for a place; the returned function releases it.
   * @throws 202 when the queue is full, 159 when `deadlineMs` (on `performance.now()`) passes first, 394 when aborted.
   */
  async enter(signal: AbortSignal, deadlineMs: number): Promise<() => void> {
    if (this.#running < this.limits.running) {
      this.#running += 1;
    } else {
      if (this.#waiting.length >= this.limits.waiting) throw refusals.tooManyStatements();
      // The place passes to the next statement, so `#running` does not change.
      await this.#queue(signal, deadlineMs);
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    };
  }

  #queue(signal: AbortSignal, deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        outcome();
      };
      const admitted = () => settle(resolve);
      const leaveQueue = () => this.#waiting.splice(this.#waiting.indexOf(admitted), 1);
      const onAbort = () => {
        leaveQueue();
        settle(() => reject(refusals.cancelled()));
      };
      const onDeadline = () => {
        leaveQueue();
        settle(() => reject(refusals.timeout()));
      };
      const waitMs = Math.min(Math.max(deadlineMs - performance.now(), 0), 0x7fff_ffff);
      const timer = setTimeout(onDeadline, waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(admitted);
      if (signal.aborted) onAbort();
    });
  }
}
