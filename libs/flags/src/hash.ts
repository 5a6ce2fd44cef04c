import { sha1Top60 } from './sha1.js';

/** The largest number of 15 hexadecimal digits, 2^60 - 1, as the nearest double. */
const SHA1_60_MAX = 2 ** 60;

const encoder = new TextEncoder();

/**
 * The position of an ID for a flag, in [0, 1]: the first 15 hexadecimal digits of the SHA-1 of `salt.id` and a purpose.
 * 60 bits do not fit a double exactly; both numbers are rounded to the nearest one before the division, which is part
 * of the contract.
 */
export function sha1Place(salt: string, purpose = ''): (id: string) => number {
  const [before, after] = [encoder.encode(`${salt}.`), encoder.encode(purpose)];
  return (id) => sha1Top60(before, id, after) / SHA1_60_MAX;
}

/** The seed for drawing a variant, so that it does not depend on the draw of the rollout. */
export const VARIANT_SEED = 86_028_157;

/** The percentile of an ID for a flag: 1 to 100. */
export function murmurPercent(salt: string, id: string, seed = 0): number {
  return (murmur3(`${salt}:${id}`, seed) % 100) + 1;
}

/** MurmurHash3 x86 32-bit of the UTF-8 bytes, unsigned. */
export function murmur3(text: string, seed = 0): number {
  const bytes = encoder.encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~3;
  let state = seed;
  for (let at = 0; at < whole; at += 4) {
    state ^= scramble(view.getInt32(at, true));
    state = (state << 13) | (state >>> 19);
    state = (Math.imul(state, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let at = bytes.length - 1; at >= whole; at--) tail = (tail << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) state ^= scramble(tail);
  state ^= bytes.length;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
