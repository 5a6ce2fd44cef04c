import type { Hasher } from '../hash.js';
import type { RequestContext } from '../signal.js';

const SEED = 0x1f83_d9ab;
const TWO_32 = 4294967296;

/** The records of a request that share the hash in their IDs. */
export const PLACES = 0x100_0000;

/**
 * Computes in the hasher what a record's ID takes from its request: the hash of the request's position in the event log. A request with
 * more than `PLACES` records has several.
 */
export function hashRequest(hasher: Hasher, { partition, offset }: RequestContext, place: number): void {
  hasher
    .start(SEED)
    .uint32(partition)
    .uint32(offset >>> 0);
  hasher
    .uint32(Math.floor(offset / TWO_32))
    .uint32(Math.floor(place / PLACES))
    .finish();
}

/** The lower 32 bits of a record's ID: 8 bits of the hash, then the place in the request. The upper 32 bits are those of the hash. */
export function recordIdLow(hasher: Hasher, place: number): number {
  return ((hasher.low & 0xff00_0000) | (place % PLACES)) >>> 0;
}
