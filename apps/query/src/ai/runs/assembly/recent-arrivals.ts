/**
 * The seconds in which spans of AI work arrived lately. The lane without a delay reads all arrivals; those with a delay need not ask the
 * column store about times in which nothing arrived.
 */
export class RecentArrivals {
  readonly #seconds = new Set<number>();
  /** False while a project is behind, whose further arrivals are not known yet. */
  isComplete = true;

  /** @param seconds since 1970. */
  add(seconds: Iterable<number>): void {
    for (const second of seconds) this.#seconds.add(second);
  }

  /** The first second, not before this one, in which something arrived or may have arrived. */
  first(since: number): number | undefined {
    if (!this.isComplete) return since;
    let first: number | undefined;
    for (const second of this.#seconds) if (second >= since && second < (first ?? Infinity)) first = second;
    return first;
  }

  /** Forgets the seconds before this one. */
  forgetBefore(since: number): void {
    for (const second of this.#seconds) if (second < since) this.#seconds.delete(second);
  }
}
