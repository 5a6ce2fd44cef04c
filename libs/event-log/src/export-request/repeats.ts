/** A byte-identical request within this time of an earlier copy is a retry, not new data. */
const WINDOW_MS = 10 * 60_000;
/** Clocks of several receivers differ: the times of one partition's records can be out of order by this much. */
const DISORDER_MS = 60_000;
/** Verdicts kept for records that are shown again, which are those of the last range: no range holds more records. */
const MAX_VERDICTS = 10_000;

/** How much of a partition before a record must have been seen when the record is judged. */
export const REPEATS_LOOK_BACK_MS = WINDOW_MS + DISORDER_MS;

/**
 * Recognises retries that the receiver could not: the first copy was appended, but the process died before it could acknowledge
 * or remember it. Both copies lie in one partition, because their key is derived from the hash; this reads that partition in order.
 * Consumers that show or store the requests of the log keep one of these per partition.
 *
 * The decision depends on nothing but the content of the log, so that every replay of a range judges it alike. For that
 * the records of `REPEATS_LOOK_BACK_MS` before the first one that counts must have been shown, and none left out since.
 */
export class Repeats {
  /** When the newest copy of a request was appended, in the order of the appends. */
  readonly #newest = new Map<string, number>();
  readonly #repeatedOffsets = new Set<number>();
  #lastOffset = -1;

  /** Whether an equal request lies at a lower offset, at most the window away. */
  isRepeat(hash: string, projectNumber: number, offset: number, timestampMs: number): boolean {
    if (offset <= this.#lastOffset) return this.#repeatedOffsets.has(offset);
    this.#lastOffset = offset;
    this.#dropExpired(timestampMs);
    const id = `${projectNumber}/${hash}`;
    const earlierMs = this.#newest.get(id);
    // Deleted and set again, so that the entry stands at the end.
    this.#newest.delete(id);
    this.#newest.set(id, timestampMs);
    const isRepeat = earlierMs !== undefined && timestampMs - earlierMs <= WINDOW_MS;
    if (isRepeat) this.#remember(offset);
    return isRepeat;
  }

  #remember(offset: number): void {
    this.#repeatedOffsets.add(offset);
    if (this.#repeatedOffsets.size <= MAX_VERDICTS) return;
    for (const oldest of this.#repeatedOffsets) return void this.#repeatedOffsets.delete(oldest);
  }

  #dropExpired(nowMs: number): void {
    for (const [id, timestampMs] of this.#newest) {
      if (nowMs - timestampMs <= REPEATS_LOOK_BACK_MS) return;
      this.#newest.delete(id);
    }
  }
}
