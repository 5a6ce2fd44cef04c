import type { Cache } from '@svc/cache';
import { ServiceError } from '@svc/service-error';

/** Larger answers are computed again: they would displace many others. */
const MAX_CHARACTERS = 512 * 1024;

/** Answers to equal questions: kept for a short time, and computed by one caller at a time in this process. */
export class SharedAnswers {
  readonly #running = new Map<string, Promise<string>>();

  constructor(private readonly cache: Cache) {}

  /** @param keepMs milliseconds for which the answer is kept; 0 if only concurrent callers share it. */
  async get(key: string, keepMs: number, compute: () => Promise<string>): Promise<string> {
    if (keepMs > 0) {
      const kept = await this.cache.get(key);
      if (kept !== undefined) return kept;
    }
    for (;;) {
      const running = this.#running.get(key);
      if (!running) return this.#run(key, keepMs, compute);
      try {
        return await running;
      } catch (error) {
        // The caller who asked first has left or had less time; the others still wait.
        if (!(error instanceof ServiceError) || !LEFT.has(error.code)) throw error;
      }
    }
  }

  async #run(key: string, keepMs: number, compute: () => Promise<string>): Promise<string> {
    const running = compute();
    this.#running.set(key, running);
    try {
      const answer = await running;
      if (keepMs > 0 && answer.length <= MAX_CHARACTERS) await this.cache.set(key, answer, keepMs);
      return answer;
    } finally {
      this.#running.delete(key);
    }
  }
}

const LEFT = new Set(['cancelled', 'timeout']);
