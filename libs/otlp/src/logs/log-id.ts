import type { Hasher } from '../hash.js';
import type { RequestContext } from '../signal.js';

const SEED = 0x1f83_d9ab;
const TWO_32 = 4294967296;

/**
 * Computes the second half of a log ID in the hasher: the hash of the position of the record in the event log and in its request. The first
 * half is the time of the record, so that IDs sort by time.
 */
export function hashPlace(hasher: Hasher, { partition, offset }: RequestContext, place: number): void {
  hasher
    .start(SEED)
    .uint32(partition)
    .uint32(offset >>> 0);
  hasher
    .uint32(Math.floor(offset / TWO_32))
    .uint32(place)
    .finish();
}
