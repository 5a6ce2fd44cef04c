import { promisify } from 'node:util';
import { gunzip, gunzipSync, type ZlibOptions } from 'node:zlib';

/** The content encoding of a request body. */
export type ContentEncoding = 'identity' | 'gzip';

const gunzipAsync = promisify(gunzip);

/** Chunk size of zlib. Each chunk costs a round trip and a copy, so the default of 16 KiB is too small. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;
/**
 * The same in the thread pool: more than one chunk is joined on the event loop afterwards, half a millisecond for each megabyte. A
 * chunk that is not filled costs address space only.
 */
const MAX_POOL_CHUNK_BYTES = 128 * 1024 * 1024;

/** Decompresses in the thread pool, to at most `maxBytes`; beyond it the error code is ERR_BUFFER_TOO_LARGE. */
export function expandAsync(body: Buffer, maxBytes: number): Promise<Buffer> {
  const largest = Math.min(MAX_POOL_CHUNK_BYTES, maxBytes + 1);
  return gunzipAsync(body, { ...chunkOptions(body, largest), maxOutputLength: maxBytes });
}

/** Decompresses on this thread; for bodies that were checked when they arrived. */
export function expandSync(body: Uint8Array): Buffer {
  return gunzipSync(body, chunkOptions(body, MAX_CHUNK_BYTES));
}

/**
 * Releases the memory of a decompressed body immediately; nothing may read the body afterwards. Garbage collection costs
 * far more: every 64 MiB of such bodies, which is a tenth of a second under load, cause a mark of the whole heap.
 */
export function releaseExpanded(body: Uint8Array): void {
  const { buffer } = body;
  // Small buffers share the memory of the Node pool with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/**
 * Returns the decompressed size that a gzip body claims in its trailer (RFC 1952, ISIZE), which is that of the last member if it has
 * several. It may be wrong.
 */
export function expandedSize(body: Uint8Array): number {
  return body.byteLength < 18 ? 0 : new DataView(body.buffer, body.byteOffset).getUint32(body.byteLength - 4, true);
}

/** Uses one chunk of the claimed size, which usually suffices. A wrong claim only costs more chunks or an unused one. */
function chunkOptions(body: Uint8Array, maxBytes: number): ZlibOptions {
  // One byte more than the content; otherwise zlib needs another chunk to find the end.
  return { chunkSize: Math.max(MIN_CHUNK_BYTES, Math.min(maxBytes, expandedSize(body) + 1)) };
}
