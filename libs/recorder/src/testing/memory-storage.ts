/** A storage as browsers have it, with a limit of characters. */
export class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  [name: string]: unknown;

  constructor(private readonly limit = Infinity) {}

  get length(): number {
    return this.#items.size;
  }

  clear(): void {
    this.#items.clear();
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  removeItem(name: string): void {
    this.#items.delete(name);
  }

  setItem(name: string, value: string): void {
    const used = [...this.#items].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    if (used + name.length + value.length > this.limit) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(name, value);
  }
}
