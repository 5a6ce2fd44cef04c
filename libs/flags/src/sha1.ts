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
  // A loop, because a call of `set` takes longer for such short arrays.
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
 * Processes one block of FIPS 180-4. Each kind of round has a loop of its own: testing the kind in every round takes twice as long, and
 * exchanging the variables by destructuring four times.
 */
function compress(start: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(start + 4 * t);
  for (let t = 16; t < 80; t++) {
    const mixed = at(t - 3) ^ at(t - 8) ^ at(t - 14) ^ at(t - 16);
    words[t] = (mixed << 1) | (mixed >>> 31);
  }
  let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
  for (let t = 0; t < 20; t++) {
    const next = (((((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d)))) | 0) + ((((e + at(t)) | 0) + 0x5a827999) | 0)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 20; t < 40; t++) {
    const next = (((((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0) + ((((e + at(t)) | 0) + 0x6ed9eba1) | 0)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 40; t < 60; t++) {
    const next =
      (((((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c)))) | 0) + ((((e + at(t)) | 0) + 0x8f1bbcdc) | 0)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 60; t < 80; t++) {
    const next = (((((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0) + ((((e + at(t)) | 0) + 0xca62c1d6) | 0)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
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
