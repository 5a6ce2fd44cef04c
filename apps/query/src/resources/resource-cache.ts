import { bytesOf } from '../paging/answer-size.js';

export type ResourceAttributes = Record<string, string>;

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Attributes of resources that were read lately. They are named by the hash of what they say, so what is here is never out of date; the
 * least recently used make room.
 */
export class ResourceCache {
  readonly #entries = new Map<string, { readonly attributes: ResourceAttributes; readonly bytes: number }>();
  #bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get(projectNumber: number, hash: string): ResourceAttributes | undefined {
    const key = keyOf(projectNumber, hash);
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.attributes;
  }

  set(projectNumber: number, hash: string, attributes: ResourceAttributes): void {
    const key = keyOf(projectNumber, hash);
    if (this.#entries.has(key)) return;
    const bytes = bytesOf(attributes) + key.length;
    this.#entries.set(key, { attributes, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= this.maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

const keyOf = (projectNumber: number, hash: string): string => `${projectNumber} ${hash}`;
