import { KEY_CACHE_TTL_MS } from '@svc/auth';

export interface KeyCacheOptions<Key> {
  readonly load: (sha256: Buffer) => Promise<Key | null>;
  readonly clock: () => number;
  readonly maxEntries?: number;
}

/**
 * Keys by the hash of their secret, believed for KEY_CACHE_TTL_MS at most. Unknown secrets are not remembered: a key works from
 * the moment it is made, and a guesser cannot fill the cache.
 */
export class KeyCache<Key extends { readonly id: string }> {
  readonly #entries = new Map<string, { readonly key: Key; readonly expiresAtMs: number }>();
  readonly #loading = new Map<string, Promise<Key | null>>();
  /** Grows with every invalidation, so that a look-up that began before one is not remembered after it. */
  #generation = 0;

  constructor(private readonly options: KeyCacheOptions<Key>) {}

  async get(sha256: Buffer): Promise<Key | null> {
    const name = sha256.toString('base64');
    const entry = this.#entries.get(name);
    if (entry && entry.expiresAtMs > this.options.clock()) return entry.key;
    this.#entries.delete(name);
    const running = this.#loading.get(name);
    if (running) return running;
    const load = this.#load(name, sha256).finally(() => this.#loading.delete(name));
    this.#loading.set(name, load);
    return load;
  }

  /** Forgets a key by its id. */
  forget(id: string): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [name, { key }] of this.#entries) if (key.id === id) this.#entries.delete(name);
  }

  async #load(name: string, sha256: Buffer): Promise<Key | null> {
    const generation = this.#generation;
    // Counted from before the look-up: its answer may be as old as that.
    const expiresAtMs = this.options.clock() + KEY_CACHE_TTL_MS;
    const key = await this.options.load(sha256);
    if (key && generation === this.#generation) {
      this.#entries.set(name, { key, expiresAtMs });
      this.#evict();
    }
    return key;
  }

  #evict(): void {
    const oldest = this.#entries.keys().next().value;
    if (oldest !== undefined && this.#entries.size > (this.options.maxEntries ?? 10_000)) this.#entries.delete(oldest);
  }
}
