import type { Hasher } from './hash.js';
import type { RequestContext } from './signal.js';

const SEED = 0x1f83_d9ab;
/** For errors of spans and of captured events, which are in other topics with the same positions. */
export const SPAN_ERROR_SEED = 0x5be0_cd19;
export const EVENT_ERROR_SEED = 0x9b05_688c;
const TWO_32 = 4294967296;

/** The records of a request that share the hash in their IDs. */
export const PLACES = 0x100_0000;

/**
 * Computes in the hasher the part of a record's ID that comes from its request: the hash of the request's position in
 * the event log. A request with more than `PLACES` records has several.
 */
export function hashRequest(
  hasher: Hasher,
  { partition, offset }: Pick<RequestContext, 'partition' | 'offset'>,
  place: number,
  seed = SEED,
): void {
  hasher
    .start(seed)
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

/** A record's ID as 16 hexadecimal digits. */
export function recordIdDigits(hasher: Hasher, place: number): string {
  return hexDigits(hasher.high) + hexDigits(recordIdLow(hasher, place));
}

function hexDigits(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
