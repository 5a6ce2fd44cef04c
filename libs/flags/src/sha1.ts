const encoder = new TextEncoder();
const short = new Uint8Array(1024);
const words = new Int32Array(80);

/**
 * The first 60 bits of the SHA-1 of a text's UTF-8 bytes, as the nearest double. A flag is hashed with an id of a few dozen bytes,
 * hundreds of times for each asker: without the objects of the general interface it costs two thirds.
 */
export function sha1Top60(text: string): number {
  const { read, written } = encoder.encodeInto(text, short);
  const bytes = read === text.length ? short : encoder.encode(text);
  const length = read === text.length ? written : bytes.length;
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  const blocks = ((length + 8) >> 6) + 1;
  for (let block = 0; block < blocks; block++) {
    expand(bytes, length, block, block === blocks - 1);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let round = 0; round < 80; round++) {
      const next = (((a << 5) | (a >>> 27)) + mix(round, b, c, d) + e + (words[round] ?? 0)) | 0;
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
  return (h0 >>> 0) * 2 ** 28 + (h1 >>> 4);
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

/** One block with its padding, and the words that follow from it. */
function expand(bytes: Uint8Array, length: number, block: number, isLast: boolean): void {
  for (let index = 0; index < 16; index++) {
    let word = 0;
    for (let at = block * 64 + index * 4, end = at + 4; at < end; at++) {
      word = (word << 8) | (at < length ? (bytes[at] ?? 0) : at === length ? 0x80 : 0);
    }
    words[index] = word;
  }
  if (isLast) {
    words[14] = Math.floor(length / 2 ** 29);
    words[15] = length << 3;
  }
  for (let index = 16; index < 80; index++) {
    const mixed =
      (words[index - 3] ?? 0) ^ (words[index - 8] ?? 0) ^ (words[index - 14] ?? 0) ^ (words[index - 16] ?? 0);
    words[index] = (mixed << 1) | (mixed >>> 31);
  }
}
