import type { JsonObject } from '@bufbuild/protobuf';
import { LRUCache } from 'lru-cache';
import { estimateBytes } from '../paging/index.js';

export type ResourceAttributes = JsonObject;

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The attributes of recently read resources. The key is the hash of the attributes, so an entry never becomes stale;
 * the least recently used entries are evicted.
 */
export class ResourceCache {
  readonly #entries: LRUCache<string, ResourceAttributes>;

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (attributes, key) => estimateBytes(attributes) + key.length,
    });
  }

  get(projectNumber: number, hash: string): ResourceAttributes | undefined {
    return this.#entries.get(toKey(projectNumber, hash));
  }

  set(projectNumber: number, hash: string, attributes: ResourceAttributes): void {
    this.#entries.set(toKey(projectNumber, hash), attributes);
  }
}

const toKey = (projectNumber: number, hash: string): string => `${projectNumber} ${hash}`;
