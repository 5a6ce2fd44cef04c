/** A byte-identical request within this time of the first is a retry, not new data. */
const WINDOW_MS = 10 * 60_000;

/**
 * Recognises retries that the receiver could not: the first copy was appended, but the process died before it could acknowledge
 * or remember it. Both copies lie in one partition, because their key is made of the hash; this reads that partition in order. Whoever shows or stores the requests of the log judges them with one of these per partition.
 *
 * A replayed range is judged alike: what comes before it has been judged by an earlier owner and is not seen again, and inside
 * it the order is the same.
 */
export class Repeats {
  readonly #first = new Map<string, { offset: number; timestampMs: number }>();

  /** Whether an equal request with a lower offset was seen within the window. */
  isRepeat(hash: string, projectNumber: number, offset: number, timestampMs: number): boolean {
    this.#forget(timestampMs);
    const id = `${projectNumber}/${hash}`;
    const first = this.#first.get(id);
    if (first && first.offset !== offset) return true;
    if (!first) this.#first.set(id, { offset, timestampMs });
    return false;
  }

  /** Entries stand in the order of their time, so the oldest come first. */
  #forget(nowMs: number): void {
    for (const [id, { timestampMs }] of this.#first) {
      if (nowMs - timestampMs <= WINDOW_MS) return;
      this.#first.delete(id);
    }
  }
}
