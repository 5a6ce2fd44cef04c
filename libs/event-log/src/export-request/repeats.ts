/** A byte-identical request within this time of an earlier copy is a retry, not new data. */
const WINDOW_MS = 10 * 60_000;
/** The clocks of receivers differ, so the times of the records of a partition can be out of order by this much. */
const DISORDER_MS = 60_000;
/** Maximum number of results that are kept for redelivered records of the last range; no range has more records. */
const MAX_VERDICTS = 10_000;

/** The period for which a partition must have been observed before a record is checked. */
export const REPEATS_LOOK_BACK_MS = WINDOW_MS + DISORDER_MS;

/**
 * Detects retries that the receiver could not detect: the first copy was appended, but the process died before it could acknowledge
 * or remember it. Both copies are in one partition, because their key is derived from the hash, and the partition is read in order.
 * Consumers that show or store the requests of the log keep one instance per partition.
 *
 * The result depends only on the content of the log, so that it is the same for every replay of a range. For that,
 * all records since `REPEATS_LOOK_BACK_MS` before the first one that counts must have been observed.
 */
export class Repeats {
  /** The append time of the newest copy of each request, in the order of the appends. */
  readonly #newest = new Map<string, number>();
  readonly #repeatedOffsets = new Set<number>();
  #lastOffset = -1;

  /** Whether an equal request is at a lower offset within the window. */
  isRepeat(hash: string, projectNumber: number, offset: number, timestampMs: number): boolean {
    if (offset <= this.#lastOffset) return this.#repeatedOffsets.has(offset);
    this.#lastOffset = offset;
    this.#dropExpired(timestampMs);
    const id = `${projectNumber}/${hash}`;
    const earlierMs = this.#newest.get(id);
    // Deletes and sets the entry, so that it moves to the end.
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
