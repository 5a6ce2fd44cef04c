import type { PartialSuccess } from '@svc/otlp';
import type { SliceRejection } from '@svc/replay';

/** Why log records are not stored. */
export type Reason =
  SliceRejection | 'invalid_event' | 'event_too_large' | 'recording_deleted' | 'recording_ended' | 'recording_too_long';

/** Counts the log records of a request that are not stored. */
export class Rejections {
  readonly #counts: Map<Reason, number>;

  constructor(first: ReadonlyMap<SliceRejection, number>) {
    this.#counts = new Map(first);
  }

  add(reason: Reason, records: number): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + records);
  }

  /** The answer to the request: undefined if all records are stored, or wait for others. */
  partialSuccess(): PartialSuccess | undefined {
    const reasons = [...this.#counts].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
    if (reasons.length === 0) return undefined;
    const rejected = reasons.reduce((sum, [, count]) => sum + count, 0);
    const why = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
    return { rejected, message: `${rejected} log records were rejected: ${why}.` };
  }
}
