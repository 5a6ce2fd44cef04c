import { types } from 'node:util';

/**
 * Fewer bytes are copied between threads, which is as fast. Larger ones have memory of their own: pieces that a socket delivers have at
 * most this size, and the pool of Node smaller ones.
 */
const LARGE_BYTES = 64 * 1024;

/** The memory of large bytes, which a message moves to another thread; nothing on this thread may read them afterwards. */
export function movable(...parts: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  return parts.flatMap((bytes) => {
    const buffer: ArrayBufferLike | undefined = bytes?.buffer;
    return bytes && bytes.byteLength > LARGE_BYTES && types.isArrayBuffer(buffer) ? [buffer] : [];
  });
}
