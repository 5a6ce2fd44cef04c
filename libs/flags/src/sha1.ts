const encoder = new TextEncoder();
const BLOCK = 64;

/**
 * The message with its padding, and the expanded words of one block. The message buffer grows with the longest message.
 */
let message = new Uint8Array(1024);
let view = new DataView(message.buffer);
const words = new Int32Array(80);

let [h0, h1, h2, h3, h4] = [0, 0, 0, 0, 0];

/** The ID whose bytes are cached: one evaluation context is hashed for hundreds of flags in a row. */
let lastId = '';
let lastBytes = new Uint8Array(0);

/**
 * The first 60 bits of the SHA-1 of some bytes, the UTF-8 bytes of an ID and some more bytes, as the nearest double. A
 * flag is hashed with an ID of a few dozen bytes, hundreds of times per evaluation context: the general-purpose API
 * spends as long on its objects alone.
 */
export function sha1Top60(before: Uint8Array, id: string, after: Uint8Array): number {
  if (id !== lastId) {
    lastId = id;
    lastBytes = encoder.encode(id);
  }
  const blocks = pad(before, lastBytes, after);
  [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  for (let block = 0; block < blocks; block++) compress(block * BLOCK);
  return (h0 >>> 0) * 2 ** 28 + (h1 >>> 4);
}

/** @returns the number of blocks. */
function pad(before: Uint8Array, id: Uint8Array, after: Uint8Array): number {
  const length = before.length + id.length + after.length;
  const blocks = ((length + 8) >>> 6) + 1;
  const end = blocks * BLOCK;
  if (message.length < end) {
    message = new Uint8Array(end);
    view = new DataView(message.buffer);
  }
  let at = 0;
  // Loops, because a call of `set` takes longer for so few bytes.
  for (let index = 0; index < before.length; index++) message[at++] = before[index] as number;
  for (let index = 0; index < id.length; index++) message[at++] = id[index] as number;
  for (let index = 0; index < after.length; index++) message[at++] = after[index] as number;
  message[at++] = 0x80;
  while (at < end - 8) message[at++] = 0;
  view.setUint32(end - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end - 4, (length << 3) >>> 0);
  return blocks;
}

/**
 * Processes one block of FIPS 180-4. Five rounds at a time, so that the five variables change their roles instead of
 * their values.
 */
function compress(start: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(start + 4 * t);
  for (let t = 16; t < 80; t++) {
    const mixed = at(t - 3) ^ at(t - 8) ^ at(t - 14) ^ at(t - 16);
    words[t] = (mixed << 1) | (mixed >>> 31);
  }
  let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
  for (let t = 0; t < 80; t += 5) {
    e = (e + rotated5(a) + mix(t, b, c, d) + at(t)) | 0;
    b = (b << 30) | (b >>> 2);
    d = (d + rotated5(e) + mix(t, a, b, c) + at(t + 1)) | 0;
    a = (a << 30) | (a >>> 2);
    c = (c + rotated5(d) + mix(t, e, a, b) + at(t + 2)) | 0;
    e = (e << 30) | (e >>> 2);
    b = (b + rotated5(c) + mix(t, d, e, a) + at(t + 3)) | 0;
    d = (d << 30) | (d >>> 2);
    a = (a + rotated5(b) + mix(t, c, d, e) + at(t + 4)) | 0;
    c = (c << 30) | (c >>> 2);
  }
  h0 = (h0 + a) | 0;
  h1 = (h1 + b) | 0;
  h2 = (h2 + c) | 0;
  h3 = (h3 + d) | 0;
  h4 = (h4 + e) | 0;
}

function at(index: number): number {
  return words[index] as number;
}

function rotated5(word: number): number {
  return (word << 5) | (word >>> 27);
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) - 0x70e44324;
  return (b ^ c ^ d) - 0x359d3e2a;
}
