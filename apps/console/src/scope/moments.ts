/** Time for which the pages that are opened one after the other share a moment, in milliseconds. */
const SHARED_MS = 10_000;

/**
 * The moment that `now` stands for, by entry of the history: a page that a user returns to shows the same range as before, so that its
 * rows are still there, and a page that is opened shows the present.
 */
export class Moments {
  readonly #byEntry = new Map<string, number>();
  #latestMs = 0;

  constructor(private readonly clock: () => number = Date.now) {}

  /** The moment of an entry, in milliseconds since the epoch; the same for each call. */
  of(entry: string): number {
    const known = this.#byEntry.get(entry);
    if (known !== undefined) return known;
    const now = this.clock();
    return this.#set(entry, now - this.#latestMs < SHARED_MS ? this.#latestMs : now);
  }

  /** Gives an entry that replaces another one its moment. */
  carry(from: string, to: string): void {
    const moment = this.#byEntry.get(from);
    if (moment !== undefined) this.#byEntry.set(to, moment);
  }

  /** Moves an entry to the present. */
  refresh(entry: string): void {
    this.#set(entry, this.clock());
  }

  #set(entry: string, ms: number): number {
    this.#byEntry.set(entry, ms);
    this.#latestMs = ms;
    return ms;
  }
}
