import { LRUCache } from 'lru-cache';
import type { Cache, FieldLimits } from '../port.js';

/** Approximate overhead of an entry: its slots in the cache and two string headers. */
const ENTRY_BYTES = 200;

/** Evicts the least recently used entries when the limit is reached. */
export class MemoryCache implements Cache {
  private readonly entries: LRUCache<string, string>;

  constructor(maxBytes: number, now: () => number) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + 2 * (key.length + value.length),
      perf: { now },
      // Reads the clock for every entry, because a test may change it.
      ttlResolution: 0,
    });
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.entries.get(key));
  }

  set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#write(key, value, ttlMs);
    return Promise.resolve();
  }

  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const absent = !this.entries.has(key);
    if (absent) this.#write(key, value, ttlMs);
    return Promise.resolve(absent);
  }

  async claim(key: string, value: string, ttlMs: number): Promise<string> {
    return (await this.add(key, value, ttlMs)) ? value : (this.entries.get(key) ?? value);
  }

  increment(key: string, by: number, ttlMs: number): Promise<number> {
    const sum = Number(this.entries.get(key) ?? 0) + by;
    this.#extend(key, String(sum), ttlMs);
    return Promise.resolve(sum);
  }

  claimField(key: string, field: string, value: string, limits: FieldLimits): Promise<string | undefined> {
    const fields = new Map(JSON.parse(this.entries.get(key) ?? '[]') as [string, string][]);
    const held = fields.get(field);
    if (held !== undefined || fields.size >= limits.maxFields) return Promise.resolve(held);
    this.#extend(key, JSON.stringify([...fields.set(field, value)]), limits.ttlMs);
    return Promise.resolve(value);
  }

  delete(key: string): Promise<void> {
    this.entries.delete(key);
    return Promise.resolve();
  }

  /** Replaces the value of an entry and keeps its time to live; it gets one if it is new. */
  #extend(key: string, value: string, ttlMs: number): void {
    this.#write(key, value, this.entries.has(key) ? this.entries.getRemainingTTL(key) : ttlMs);
  }

  #write(key: string, value: string, ttlMs: number): void {
    if (ttlMs > 0) this.entries.set(key, value, { ttl: ttlMs });
    else this.entries.delete(key);
  }
}
