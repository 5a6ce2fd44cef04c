import type { Cache } from '@svc/cache';
import type { ChunkPlace, MaskedCounts } from '@svc/replay';
import { cacheName } from './names.js';

/** A session without activity ends after 30 minutes, so a window is not continued much later, nor a chunk repeated. */
export const CHUNK_TTL_MS = 35 * 60_000;

/** What a request was answered, so that its retry is answered the same. */
export interface ReplayAnswer {
  /** Events that were stored. */
  readonly accepted: number;
  readonly masked: MaskedCounts;
  /** Whether the recorder has to send a full snapshot, because what follows cannot be shown, or not be redacted well, without one. */
  readonly need_snapshot: boolean;
  /** Why the recorder has to stop. */
  readonly closed?: 'deleted' | 'ended' | 'too_long';
}

/** A place that a request has. */
export interface ClaimedPlace {
  readonly hash: string;
  /** Absent until the chunk is durable. */
  readonly answer?: ReplayAnswer;
}

/** The places of chunks in the shared cache: which request has each, and what it was answered. */
export class ChunkClaims {
  constructor(private readonly cache: Cache) {}

  /** The request that has a place, if there was one. */
  async find(projectNumber: number, place: ChunkPlace): Promise<ClaimedPlace | undefined> {
    return parse(await this.cache.get(chunkKey(projectNumber, place)));
  }

  /** Takes a place for a request. @returns the request that has it, and whether it was taken just now. */
  async take(
    projectNumber: number,
    place: ChunkPlace,
    hash: string,
  ): Promise<ClaimedPlace & { readonly isFirst: boolean }> {
    const isFirst = await this.cache.add(chunkKey(projectNumber, place), JSON.stringify({ hash }), CHUNK_TTL_MS);
    const claimed = isFirst ? undefined : await this.find(projectNumber, place);
    return { ...(claimed ?? { hash }), isFirst };
  }

  async answer(projectNumber: number, place: ChunkPlace, claimed: Required<ClaimedPlace>): Promise<void> {
    await this.cache.set(chunkKey(projectNumber, place), JSON.stringify(claimed), CHUNK_TTL_MS);
  }
}

const chunkKey = (projectNumber: number, { sessionId, windowId, seq }: ChunkPlace): string =>
  cacheName('chunk', projectNumber, sessionId, windowId, seq);

function parse(text: string | undefined): ClaimedPlace | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as ClaimedPlace);
}
