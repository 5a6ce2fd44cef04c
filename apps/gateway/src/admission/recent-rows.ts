import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

export interface RecentRowsOptions {
  /** The time for which a row is used without another look-up. */
  readonly ttlMs: number;
  readonly clock: () => number;
  readonly maxEntries?: number;
}

/**
 * Rows that were looked up recently. A missing row is not remembered: a new row is found immediately, and guesses cannot fill the
 * memory.
 */
export class RecentRows<Row extends { readonly id: string }> {
  readonly #entries: LRUCache<string, { readonly row: Row; readonly expiresAtMs: number }>;
  readonly #loading = new Map<string, Promise<Row | null>>();
  /** Grows with every invalidation, so that a look-up that started before one is not remembered after it. */
  #generation = 0;

  constructor(private readonly options: RecentRowsOptions) {
    this.#entries = new LRUCache({ max: options.maxEntries ?? MAX_ENTRIES });
  }

  /** The row of that name; concurrent requests share one look-up. */
  async get(name: string, load: () => Promise<Row | null>): Promise<Row | null> {
    const entry = this.#entries.get(name);
    if (entry && entry.expiresAtMs > this.options.clock()) return entry.row;
    this.#entries.delete(name);
    const running = this.#loading.get(name);
    if (running) return running;
    const loading = this.#load(name, load).finally(() => {
      if (this.#loading.get(name) === loading) this.#loading.delete(name);
    });
    this.#loading.set(name, loading);
    return loading;
  }

  /** Forgets a row by its id. */
  forget(id: string): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [name, { row }] of this.#entries) if (row.id === id) this.#entries.delete(name);
  }

  async #load(name: string, load: () => Promise<Row | null>): Promise<Row | null> {
    const generation = this.#generation;
    // Counted from before the look-up: its answer may be as old as that.
    const expiresAtMs = this.options.clock() + this.options.ttlMs;
    const row = await load();
    if (row && generation === this.#generation) {
      this.#entries.set(name, { row, expiresAtMs });
    }
    return row;
  }
}
