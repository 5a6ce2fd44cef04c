import { LRUCache } from 'lru-cache';

/** The part of the event loop that one project may use in the long run. */
const SHARE = 0.1;
/** Milliseconds of it that a project may use at once. */
const BURST_MS = 25;
const MAX_PROJECTS = 10_000;

interface Spent {
  ms: number;
  atMs: number;
}

/**
 * Measures the time that the work of each project takes on the event loop. The cost of a body depends on its content
 * and cannot be derived from its size; a project whose bodies are costly continues on a thread, where it delays only
 * itself.
 */
export class LoopTime {
  readonly #spent = new LRUCache<number, Spent>({ max: MAX_PROJECTS });

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the project has used less than its share. */
  isLeft(projectNumber: number): boolean {
    const spent = this.#spent.get(projectNumber);
    return !spent || rest(spent, this.now()) < BURST_MS;
  }

  /** Runs work on the event loop, also if it fails, at the expense of the project. */
  spend<Result>(projectNumber: number, work: () => Result): Result {
    const startedAt = this.now();
    try {
      return work();
    } finally {
      const atMs = this.now();
      const spent = this.#spent.get(projectNumber);
      if (spent) {
        spent.ms = rest(spent, atMs) + (atMs - startedAt);
        spent.atMs = atMs;
      } else {
        this.#spent.set(projectNumber, { ms: atMs - startedAt, atMs });
      }
    }
  }
}

/** The rest of the time spent, which fades at the rate of the share. */
function rest({ ms, atMs }: Spent, nowMs: number): number {
  return Math.max(0, ms - (nowMs - atMs) * SHARE);
}
