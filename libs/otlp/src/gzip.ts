import { promisify } from 'node:util';
import { gunzip, gunzipSync, type ZlibOptions } from 'node:zlib';

/** How the body of a request travels. */
export type ContentEncoding = 'identity' | 'gzip';

const gunzipAsync = promisify(gunzip);

/** Piece of output that zlib works in. Node's default of 16 KiB costs a round trip and a copy for each. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/** Expands in the thread pool, to at most `maxBytes`; the error's code is ERR_BUFFER_TOO_LARGE beyond it. */
export function expandAsync(body: Buffer, maxBytes: number): Promise<Buffer> {
  return gunzipAsync(body, { ...chunkOptions(body), maxOutputLength: maxBytes });
}

/** Expands on this thread; for bodies that were checked when they arrived. */
export function expandSync(body: Uint8Array): Buffer {
  return gunzipSync(body, chunkOptions(body));
}

/**
 * Gives the memory of an expanded body back at once; nothing may read the body any more. Left to the garbage collector it costs
 * far more: 64 MiB of such bodies, a tenth of a second under load, make it mark the whole heap to find them.
 */
export function releaseExpanded(body: Uint8Array): void {
  const { buffer } = body;
  // Small buffers share the memory of Node's pool with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/**
 * What a gzip body says it expands to: it ends in the size of its content (RFC 1952, ISIZE), of its last member where it has
 * several. It is the sender's word.
 */
export function expandedSize(body: Uint8Array): number {
  return body.byteLength < 18 ? 0 : new DataView(body.buffer, body.byteOffset).getUint32(body.byteLength - 4, true);
}

/**
 * One piece of the claimed size usually takes it all. A wrong claim costs more pieces or an unused one of 4 MiB, nothing else.
 */
function chunkOptions(body: Uint8Array): ZlibOptions {
  // One byte more than the content, or zlib needs another piece to find the end in.
  return { chunkSize: Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, expandedSize(body) + 1)) };
}
