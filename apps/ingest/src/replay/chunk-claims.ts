import { createHash } from 'node:crypto';
import type { Cache } from '@svc/cache';
import { MASKED_PLACES, type ChunkPlace, type MaskedCounts } from '@svc/replay';
import { cacheName } from './names.js';

/** A session without activity ends after 30 minutes, so a window is not continued much later, nor a chunk repeated. */
export const CHUNK_TTL_MS = 35 * 60_000;
/** Enough for the requests of one place: whoever finds two with the same hash has sent both. */
const HASH_BYTES = 12;
const RADIX = 36;

/** The answer to a request, which its retry gets as well. */
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
  /** The result of `claimHash`. */
  readonly hash: string;
  /** Absent until the chunk is durable. */
  readonly answer?: ReplayAnswer | undefined;
}

/** Identifies the body of a request among those that claim the same place. */
export function claimHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest().subarray(0, HASH_BYTES).toString('base64url');
}

/**
 * The places of chunks in the shared cache: which request has each, and what it was answered. There is an entry for each chunk of the last
 * 35 minutes, so entries are short.
 */
export class ChunkClaims {
  constructor(private readonly cache: Cache) {}

  /** The request that has a place, if there was one. */
  async find(projectNumber: number, place: ChunkPlace): Promise<ClaimedPlace | undefined> {
    return unpack(await this.cache.get(chunkKey(projectNumber, place)));
  }

  /** The first of several places that no other request has, with those after it; undefined if other requests have all of them. */
  async findFree(
    projectNumber: number,
    places: readonly ChunkPlace[],
    hash: string,
  ): Promise<{ readonly places: readonly ChunkPlace[]; readonly claimed: ClaimedPlace | undefined } | undefined> {
    for (const [index, place] of places.entries()) {
      const claimed = await this.find(projectNumber, place);
      if (claimed === undefined || claimed.hash === hash) return { places: places.slice(index), claimed };
    }
    return undefined;
  }

  /** Takes a place for a request. @returns the request that has it, and whether it was taken just now. */
  async take(
    projectNumber: number,
    place: ChunkPlace,
    hash: string,
  ): Promise<ClaimedPlace & { readonly isFirst: boolean }> {
    const isFirst = await this.cache.add(chunkKey(projectNumber, place), hash, CHUNK_TTL_MS);
    const claimed = isFirst ? undefined : await this.find(projectNumber, place);
    return { ...(claimed ?? { hash }), isFirst };
  }

  /** Keeps the answer to a request that is not closed. */
  async answer(projectNumber: number, place: ChunkPlace, hash: string, answer: ReplayAnswer): Promise<void> {
    const packed = `${hash} ${pack(answer)}`;
    await this.cache.set(chunkKey(projectNumber, place), packed, CHUNK_TTL_MS);
  }
}

const chunkKey = (projectNumber: number, { sessionId, windowId, seq }: ChunkPlace): string =>
  cacheName('chunk', projectNumber, sessionId, windowId, seq);

/** The numbers of an answer in the order of `MASKED_PLACES`, without zeros: `5k.1.c..3`. */
function pack({ accepted, masked, need_snapshot: needsSnapshot }: ReplayAnswer): string {
  const numbers = [accepted, Number(needsSnapshot), ...MASKED_PLACES.map((place) => masked[place] ?? 0)];
  return numbers
    .map((number) => (number === 0 ? '' : number.toString(RADIX)))
    .join('.')
    .replace(/\.+$/, '');
}

function unpack(text: string | undefined): ClaimedPlace | undefined {
  if (text === undefined) return undefined;
  const [hash = '', packed] = text.split(' ');
  if (packed === undefined) return { hash };
  const numbers = packed.split('.').map((digits) => (digits === '' ? 0 : Number.parseInt(digits, RADIX)));
  const [accepted = 0, needsSnapshot, ...counts] = numbers;
  const masked = Object.fromEntries(
    MASKED_PLACES.flatMap((place, index) => (counts[index] ? [[place, counts[index]]] : [])),
  );
  return { hash, answer: { accepted, masked, need_snapshot: needsSnapshot === 1 } };
}
