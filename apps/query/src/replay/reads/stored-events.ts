import type { ObjectStore } from '@svc/objects';
import { readBlock } from '@svc/recordings';
import type { PackedEvent } from '@svc/replay';
import { LRUCache } from 'lru-cache';
import type { BlockPlaces } from './block-places.js';
import type { ChunkRow } from './chunks.query.js';

/** Bytes of the events of parts that are kept for the next chunks: the parts of a dozen windows that were open at the same time. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;

/** Reads the events of chunks of one recording, each object once for chunks that follow each other. */
export class StoredEvents {
  readonly #parts = new LRUCache<string, Promise<PackedEvent[] | undefined>>({ maxSize: MAX_KEPT_BYTES });

  constructor(
    private readonly objects: ObjectStore,
    private readonly key: string,
    private readonly places: BlockPlaces,
  ) {}

  /** Bytes of events that reading a chunk takes now. */
  bytesOf(row: ChunkRow): number {
    const { objectKey, bytes } = this.places.of(row);
    return this.#parts.has(objectKey) ? 0 : bytes;
  }

  /** @returns undefined if the object is gone. @throws ServiceError unavailable. */
  async read(row: ChunkRow): Promise<readonly PackedEvent[] | undefined> {
    const { objectKey, bytes, from, events } = this.places.of(row);
    if (!this.places.isMerged(row)) return readBlock(this.objects, this.key, objectKey, bytes);
    const reading = this.#parts.get(objectKey) ?? readBlock(this.objects, this.key, objectKey, bytes);
    this.#parts.set(objectKey, reading, { size: Math.max(1, bytes) });
    return (await reading)?.slice(from, from + events);
  }
}
