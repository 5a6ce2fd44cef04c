import type { IsKnown, SeenKey } from '@svc/otlp';

/** The cache is cleared beyond this many rows; that only causes repeated rows, which the tables merge. */
const MAX_KEYS = 500_000;

/** Remembers which resources and series have been stored today, so that each is written once a day and not once a block. */
export class KnownRows {
  readonly #days = new Map<string, number>();
  #generation = 0;

  /** Changes when rows may have been deleted from the store. */
  get generation(): number {
    return this.#generation;
  }

  readonly isKnown: IsKnown = (projectNumber, table, hash, day) =>
    this.#days.get(`${projectNumber}/${table}/${hash}`) === day;

  clear(): void {
    this.#generation++;
    this.#days.clear();
  }

  /** Call only after the rows are stored, with the `generation` from before: rows written during a deletion may have been deleted. */
  add(keys: readonly SeenKey[], generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#days.size + keys.length > MAX_KEYS) this.#days.clear();
    for (const { projectNumber, table, hash, day } of keys) this.#days.set(`${projectNumber}/${table}/${hash}`, day);
  }
}
