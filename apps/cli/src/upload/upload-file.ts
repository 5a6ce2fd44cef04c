import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Api } from '../http/api.js';
import { oneLine } from '../print/layout/sanitize.js';
import { Failure, usageError } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';
import { Progress } from './progress.js';

/** The destination of a file. */
export interface UploadTarget {
  /** Path relative to /api/v1. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** application/octet-stream by default. */
  readonly mediaType?: string;
}

/** The service refuses requests that take longer than half a minute to arrive, which this takes at 140 kB/s. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Chunks after a refusal or an interruption: a proxy permits a megabyte by default, and a slow line takes them in time. */
const SMALL_CHUNK_BYTES = 512 * 1024;
const MIN_CHUNK_BYTES = 64 * 1024;
const PAYLOAD_TOO_LARGE = 413;
const MAX_INTERRUPTIONS = 5;
const PAUSE_MS = 1_000;

/**
 * Uploads a file in chunks. Parts that the service has already received, from this run or an earlier one, are not sent
 * again.
 *
 * @throws Failure if the file cannot be read or used, or the service cannot be reached for a while.
 */
export async function uploadFile(file: string, target: UploadTarget, api: Api, io: Io): Promise<JsonObject> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    const { size } = await handle.stat();
    if (size === 0) throw usageError(`The file is empty: ${oneLine(file)}`);
    const key = await hash(createReadStream(file));
    const read = (start: number, length: number) => readChunk(handle, start, length);
    return await new Upload({ read, size, key, target, api, io }).run();
  } finally {
    await handle.close();
  }
}

/** Uploads a text like a file, in chunks if it is long. */
export async function uploadText(text: string, target: UploadTarget, api: Api, io: Io): Promise<JsonObject> {
  const bytes = new TextEncoder().encode(text);
  const key = await hash([bytes]);
  const read = (start: number, length: number) => Promise.resolve(bytes.slice(start, start + length));
  return new Upload({ read, size: bytes.length, key, target, api, io }).run();
}

interface UploadOptions {
  readonly read: (start: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly size: number;
  readonly key: string;
  readonly target: UploadTarget;
  readonly api: Api;
  readonly io: Io;
}

class Upload {
  #interruptions = 0;
  #chunkBytes = CHUNK_BYTES;

  constructor(private readonly options: UploadOptions) {}

  async run(): Promise<JsonObject> {
    const { size, io } = this.options;
    let state = await this.#ask();
    const progress = new Progress(io, size, toReceived(state));
    try {
      while (!isComplete(state)) {
        progress.show(toReceived(state));
        state = await this.#sendOrAsk(toReceived(state), progress);
      }
      return state;
    } finally {
      progress.end();
    }
  }

  /** An interrupted chunk is not sent again whole: the service may have received a part of it. */
  async #sendOrAsk(start: number, progress: Progress): Promise<JsonObject> {
    try {
      const state = await this.#send(start);
      this.#interruptions = 0;
      return state;
    } catch (error) {
      if (isTooLarge(error) && this.#chunkBytes > MIN_CHUNK_BYTES) {
        this.#shrinkChunks();
        return this.#ask();
      }
      if (!isInterruption(error) || ++this.#interruptions > MAX_INTERRUPTIONS) throw error;
      // A proxy may close the connection instead of answering that the body is too large.
      if (this.#chunkBytes > SMALL_CHUNK_BYTES) this.#shrinkChunks();
      progress.note('interrupted; continuing');
      await this.options.io.sleep(PAUSE_MS * this.#interruptions);
      return this.#ask();
    }
  }

  #shrinkChunks(): void {
    this.#chunkBytes = Math.max(MIN_CHUNK_BYTES, Math.min(SMALL_CHUNK_BYTES, this.#chunkBytes / 2));
  }

  #ask(): Promise<JsonObject> {
    return this.#request(`bytes */${this.options.size}`, new Uint8Array());
  }

  async #send(start: number): Promise<JsonObject> {
    const { read, size } = this.options;
    const bytes = await read(start, Math.min(this.#chunkBytes, size - start));
    return this.#request(`bytes ${start}-${start + bytes.length - 1}/${size}`, bytes);
  }

  async #request(range: string, bytes: Uint8Array<ArrayBuffer>): Promise<JsonObject> {
    const { target, key, api } = this.options;
    const { path, query, mediaType } = target;
    const headers = { 'content-range': range, 'upload-key': key, ...(mediaType && { 'content-type': mediaType }) };
    const answer: Json | undefined = await api.send({
      method: 'POST',
      path,
      query,
      upload: { bytes, headers },
      idempotent: true,
    });
    return isObject(answer) ? answer : {};
  }
}

/** Source maps become one record, other files several. */
function isComplete({ id = '', symbol_files: files }: JsonObject): boolean {
  return id !== '' || (Array.isArray(files) && files.length > 0);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Failure && error.response?.status === PAYLOAD_TOO_LARGE;
}

function toReceived({ received }: JsonObject): number {
  return typeof received === 'number' ? received : Number(received ?? 0);
}

/** Nothing was answered, or the service says that it had a part of the chunk already. */
function isInterruption(error: unknown): boolean {
  return error instanceof Failure && ['unreachable', 'timeout', 'unavailable', 'state_conflict'].includes(error.error);
}

async function readChunk(handle: FileHandle, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  if (bytesRead !== length) throw usageError('The file has become shorter while it was uploaded');
  return bytes;
}

async function hash(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of chunks) sha256.update(chunk);
  return sha256.digest('hex');
}

function unreadable(file: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return usageError(`The file cannot be read${code}: ${oneLine(file)}`);
}
