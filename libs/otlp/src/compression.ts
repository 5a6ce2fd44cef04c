import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** The content encodings of request bodies, as HTTP names them. */
export const COMPRESSIONS = ['gzip', 'deflate', 'br', 'zstd'] as const;
export type Compression = (typeof COMPRESSIONS)[number];
export type ContentEncoding = 'identity' | Compression;

/** Chunk size of zlib. Each chunk costs a round trip and a copy, so the default of 16 KiB is too small. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;
/**
 * Size of the chunks in the thread pool. More than one chunk is joined on the event loop afterwards, half a millisecond
 * for each megabyte. The unfilled part of a chunk costs address space only.
 */
const MAX_POOL_CHUNK_BYTES = 128 * 1024 * 1024;

/** A body of telemetry usually expands to less than this multiple of its size, plus a little. */
const USUAL_RATIO = 12;
const USUAL_BYTES = 64 * 1024;

/**
 * The largest window of zstd, 8 MiB, which RFC 8878 recommends decoders to support: a larger one is memory that a body of a few
 * bytes can demand.
 */
const ZSTD_WINDOW = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

type Options = zlib.ZlibOptions & zlib.ZstdOptions;
type ExpandAsync = (body: Buffer, options: Options) => Promise<Buffer>;
type ExpandSync = (body: Uint8Array, options: Options) => Buffer;

const [inflate, inflateRaw] = [promisify(zlib.inflate), promisify(zlib.inflateRaw)] as [ExpandAsync, ExpandAsync];

const ASYNC: Readonly<Record<Compression, ExpandAsync>> = {
  gzip: promisify(zlib.gunzip),
  deflate: (body, options) => (isZlib(body) ? inflate : inflateRaw)(body, options),
  br: promisify(zlib.brotliDecompress),
  zstd: (body, options) => zstdDecompress(body, { ...options, params: ZSTD_WINDOW }),
};
const zstdDecompress = promisify(zlib.zstdDecompress) as ExpandAsync;

const SYNC: Readonly<Record<Compression, ExpandSync>> = {
  gzip: zlib.gunzipSync,
  deflate: (body, options) => (isZlib(body) ? zlib.inflateSync : zlib.inflateRawSync)(body, options),
  br: zlib.brotliDecompressSync,
  zstd: (body, options) => zlib.zstdDecompressSync(body, { ...options, params: ZSTD_WINDOW }),
};

/** Decompresses in the thread pool, to at most `maxBytes`; beyond it the error code is ERR_BUFFER_TOO_LARGE. */
export function expandAsync(body: Buffer, encoding: Compression, maxBytes: number): Promise<Buffer> {
  const largest = Math.min(MAX_POOL_CHUNK_BYTES, maxBytes + 1);
  return ASYNC[encoding](body, { ...chunkOptions(body, encoding, largest), maxOutputLength: maxBytes });
}

/** Decompresses on this thread; for bodies that were checked when they arrived. */
export function expandSync(body: Uint8Array, encoding: Compression): Buffer {
  return SYNC[encoding](body, chunkOptions(body, encoding, MAX_CHUNK_BYTES));
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

/** Does the same for bytes that may be a part of a larger buffer, which is then left alone because others may use the rest. */
export function releaseWhole(bytes: Uint8Array): void {
  if (bytes.byteLength === bytes.buffer.byteLength) releaseExpanded(bytes);
}

/**
 * The size to which a body probably expands. A gzip body claims it in its trailer (RFC 1952, ISIZE), which is that of the last member
 * if it has several, and may be wrong.
 */
export function expandedSize(body: Uint8Array, encoding: Compression): number {
  if (encoding !== 'gzip') return USUAL_BYTES + body.byteLength * USUAL_RATIO;
  return body.byteLength < 18 ? 0 : new DataView(body.buffer, body.byteOffset).getUint32(body.byteLength - 4, true);
}

/** Uses one chunk of the probable size, which usually suffices. A wrong guess only costs more chunks or an unused one. */
function chunkOptions(body: Uint8Array, encoding: Compression, maxBytes: number): { chunkSize: number } {
  // One byte more than the content; otherwise zlib needs another chunk to find the end.
  return { chunkSize: Math.max(MIN_CHUNK_BYTES, Math.min(maxBytes, expandedSize(body, encoding) + 1)) };
}

/** `deflate` is defined as the zlib format, whose first byte ends in 8, but clients often send raw deflate. */
const isZlib = (body: Uint8Array): boolean => (body[0] ?? 0) % 16 === 8;
