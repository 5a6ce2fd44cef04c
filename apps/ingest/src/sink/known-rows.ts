import type { IsKnown, SeenKey } from '@svc/otlp';

/** Forgotten all at once beyond this many: forgetting costs repeated rows, which the tables merge away. */
const MAX_KEYS = 500_000;

/** Which resources and series are certainly in the store today, so that each is written once a day and not once a block. */
export class KnownRows {
  readonly #days = new Map<string, number>();
  #generation = 0;

  /** Changes when rows may have left the store. */
  get generation(): number {
    return this.#generation;
  }

  readonly isKnown: IsKnown = (projectNumber, table, hash, day) =>
    this.#days.get(`${projectNumber}/${table}/${hash}`) === day;

  clear(): void {
    this.#generation++;
    this.#days.clear();
  }

  /** Call only after the rows are stored. `generation` is that before they were: rows written during a deletion may be gone. */
  add(keys: readonly SeenKey[], generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#days.size + keys.length > MAX_KEYS) this.#days.clear();
    for (const { projectNumber, table, hash, day } of keys) this.#days.set(`${projectNumber}/${table}/${hash}`, day);
  }
}
