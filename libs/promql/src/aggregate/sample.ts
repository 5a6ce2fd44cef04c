import type { Labels } from '../labels/labels.js';
import { xxHash64 } from '../numbers/xxhash.js';

/** A number from 0 to 1 that only depends on the labels, the same that Prometheus computes. */
export function sampleOffset({ pairs }: Labels): number {
  const parts = pairs.flatMap((text) => {
    const bytes = Buffer.from(text);
    return [sizeOf(bytes.length), bytes];
  });
  return Number(xxHash64(Buffer.concat(parts))) / 2 ** 64;
}

/** A size in one byte, or in three after a byte of 255. */
function sizeOf(size: number): Buffer {
  return size < 255 ? Buffer.of(size) : Buffer.of(255, size & 255, (size >> 8) & 255, (size >> 16) & 255);
}
