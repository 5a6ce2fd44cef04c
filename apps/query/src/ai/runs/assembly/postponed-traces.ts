import type { ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { Clock } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import { REREAD_S } from './lane.js';

/** Spans for which the next assembly of a trace waits a second. */
const SPANS_PER_SECOND = 200;
const MAX_WAIT_MS = REREAD_S * 1_000;
const MAX_TRACES = 20_000;

export interface PostponedTrace {
  readonly project: ProjectIdentity;
  readonly traceIds: readonly string[];
  readonly around: TimeRange;
}

/**
 * Postpones the assembly of long traces that grow, because each assembly reads all their spans. What a process forgets here as it ends is
 * assembled when the arrivals are read again.
 */
export class PostponedTraces {
  readonly #notBefore = new LRUCache<string, number>({ max: MAX_TRACES });
  readonly #waiting = new Map<string, PostponedTrace>();

  constructor(private readonly clock: Clock) {}

  /** Returns the traces that may be assembled now, and keeps the others until they may. */
  withoutPostponed(project: ProjectIdentity, traceIds: readonly string[], around: TimeRange): string[] {
    const now = this.clock();
    return traceIds.filter((traceId) => {
      const key = toKey(project, traceId);
      if ((this.#notBefore.get(key) ?? 0) <= now) return true;
      this.#waiting.set(key, { project, traceIds: [traceId], around });
      return false;
    });
  }

  /** Removes and returns the traces whose wait is over. */
  takeDue(): PostponedTrace[] {
    const now = this.clock();
    const due = [...this.#waiting].filter(([key]) => (this.#notBefore.get(key) ?? 0) <= now);
    for (const [key] of due) this.#waiting.delete(key);
    return due.map(([, trace]) => trace);
  }

  /** @param sizes the number of spans of each trace. */
  assembled(project: ProjectIdentity, sizes: ReadonlyMap<string, number>): void {
    for (const [traceId, spans] of sizes) {
      const wait = Math.min(MAX_WAIT_MS, Math.floor((spans / SPANS_PER_SECOND) * 1_000));
      if (wait >= 1_000) this.#notBefore.set(toKey(project, traceId), this.clock() + wait);
    }
  }
}

const toKey = ({ number }: ProjectIdentity, traceId: string): string => `${number} ${traceId}`;
