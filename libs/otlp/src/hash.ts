/**
 * A 64-bit hash of bytes and numbers, as two 32-bit lanes in the manner of MurmurHash3 over the same words with
 * different constants. It names resources, metric streams and log records inside one project and is stored: changing it
 * turns every known resource and stream into a new one. Not meant to withstand a project that attacks its own data.
 */
export class Hasher {
  /** The result of `finish`, unsigned. */
  low = 0;
  high = 0;
  private a = 0;
  private b = 0;
  private words = 0;

  start(seed: number): this {
    this.a = seed;
    this.b = seed ^ 0x9e3779b9;
    this.words = 0;
    return this;
  }

  uint32(word: number): this {
    this.a = mixA(this.a, word);
    this.b = mixB(this.b, word);
    this.words++;
    return this;
  }

  /** Hashes the length too, so that adjacent ranges with shifted boundaries have different hashes. */
  range(bytes: Buffer, view: DataView, start: number, end: number): this {
    const length = end - start;
    let a = mixA(this.a, length);
    let b = mixB(this.b, length);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      a = mixA(a, word);
      b = mixB(b, word);
    }
    if (at < end) {
      let word = 0;
      for (let shift = 0; at < end; shift += 8) word |= bytes[at++] << shift;
      a = mixA(a, word);
      b = mixB(b, word);
    }
    this.a = a;
    this.b = b;
    this.words += 1 + ((length + 3) >>> 2);
    return this;
  }

  finish(): void {
    let a = this.a ^ this.words;
    let b = this.b ^ this.words;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = finalize(a);
    b = finalize(b);
    a = (a + b) | 0;
    b = (b + a) | 0;
    this.low = a >>> 0;
    this.high = b >>> 0;
  }
}

function mixA(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

function mixB(hash: number, word: number): number {
  let k = Math.imul(word, 0x239b961b);
  k = Math.imul((k << 16) | (k >>> 16), 0xab0e9789);
  const h = hash ^ k;
  return (Math.imul((h << 17) | (h >>> 15), 5) + 0x0bcaa747) | 0;
}

function finalize(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Two unsigned halves as one integer. */
export function toBigint(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}
