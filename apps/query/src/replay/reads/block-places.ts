import type { ChunkRow } from './chunks.query.js';
import type { PartRow } from './parts.query.js';

/** Where the events of a chunk are: in an object of their own, or among those of a part. */
export interface BlockPlace {
  readonly objectKey: string;
  /** Of all events of the object as text. */
  readonly bytes: number;
  /** Of the object. */
  readonly storedBytes: number;
  /** The place of the first event of the chunk in the object. */
  readonly from: number;
  readonly events: number;
}

/** Finds the objects of chunks. */
export class BlockPlaces {
  readonly #merged = new Map<string, BlockPlace>();

  constructor(readonly parts: readonly PartRow[]) {
    for (const part of parts) {
      const { object_key: objectKey, bytes, stored_bytes: storedBytes } = part;
      let from = 0;
      for (const [index, seq] of part.seqs.entries()) {
        const events = part.events[index] ?? 0;
        this.#merged.set(nameOf(part.window_id, seq), { objectKey, bytes, storedBytes, from, events });
        from += events;
      }
    }
  }

  of({ window_id: windowId, seq, ...row }: ChunkRow): BlockPlace {
    const { object_key: objectKey, bytes, stored_bytes: storedBytes, events } = row;
    return this.#merged.get(nameOf(windowId, seq)) ?? { objectKey, bytes, storedBytes, from: 0, events };
  }

  /** Whether a part has the events of a chunk. */
  isMerged({ window_id: windowId, seq }: ChunkRow): boolean {
    return this.#merged.has(nameOf(windowId, seq));
  }
}

/** IDs of windows may have any characters, but a number has only digits. */
const nameOf = (windowId: string, seq: number): string => `${seq} ${windowId}`;
