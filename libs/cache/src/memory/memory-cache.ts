import type { Cache } from '../port.js';

/** What an entry costs beside its text: the Map slot, the entry object and two string headers, roughly. */
const ENTRY_BYTES = 200;

/** Least recently used entries go first once the bound is met. */
export class MemoryCache implements Cache {
  private readonly entries = new Map<string, { value: string; expiresAtMs: number }>();
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number,
  ) {}

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.read(key));
  }

  set(key: string, value: string, ttlMs: number): Promise<void> {
    this.write(key, value, ttlMs);
    return Promise.resolve();
  }

  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const absent = this.read(key) === undefined;
    if (absent) this.write(key, value, ttlMs);
    return Promise.resolve(absent);
  }

  delete(key: string): Promise<void> {
    this.remove(key);
    return Promise.resolve();
  }

  private read(key: string): string | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.expiresAtMs <= this.now()) {
      this.bytes -= footprint(key, entry.value);
      return undefined;
    }
    // Deleted and set anew it is the youngest: a Map iterates in the order of insertion.
    this.entries.set(key, entry);
    return entry.value;
  }

  private write(key: string, value: string, ttlMs: number): void {
    this.remove(key);
    const bytes = footprint(key, value);
    if (bytes > this.maxBytes || ttlMs <= 0) return;
    this.bytes += bytes;
    this.entries.set(key, { value, expiresAtMs: this.now() + ttlMs });
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= footprint(key, entry.value);
  }
}

function footprint(key: string, value: string): number {
  return ENTRY_BYTES + 2 * (key.length + value.length);
}
