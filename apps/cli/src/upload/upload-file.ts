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
}

/** The service refuses requests that take longer than half a minute to arrive, which this takes at 140 kB/s. */
const CHUNK_BYTES = 4 * 1024 * 1024;
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
    const key = await hash(file);
    const upload = new Upload({ handle, size, key, target, api, io });
    return await upload.run();
  } finally {
    await handle.close();
  }
}

interface UploadOptions {
  readonly handle: FileHandle;
  readonly size: number;
  readonly key: string;
  readonly target: UploadTarget;
  readonly api: Api;
  readonly io: Io;
}

class Upload {
  #interruptions = 0;

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
      if (!isInterruption(error) || ++this.#interruptions > MAX_INTERRUPTIONS) throw error;
      progress.note('interrupted; continuing');
      await this.options.io.sleep(PAUSE_MS * this.#interruptions);
      return this.#ask();
    }
  }

  #ask(): Promise<JsonObject> {
    return this.#request(`bytes */${this.options.size}`, new Uint8Array());
  }

  async #send(start: number): Promise<JsonObject> {
    const { handle, size } = this.options;
    const bytes = new Uint8Array(Math.min(CHUNK_BYTES, size - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    if (bytesRead !== bytes.length) throw usageError('The file has become shorter while it was uploaded');
    return this.#request(`bytes ${start}-${start + bytes.length - 1}/${size}`, bytes);
  }

  async #request(range: string, bytes: Uint8Array<ArrayBuffer>): Promise<JsonObject> {
    const { target, key, api } = this.options;
    const headers = { 'content-range': range, 'upload-key': key };
    const answer: Json | undefined = await api.send({
      method: 'POST',
      ...target,
      upload: { bytes, headers },
      idempotent: true,
    });
    return isObject(answer) ? answer : {};
  }
}

function isComplete({ symbol_files: files }: JsonObject): boolean {
  return Array.isArray(files) && files.length > 0;
}

function toReceived({ received }: JsonObject): number {
  return typeof received === 'number' ? received : Number(received ?? 0);
}

/** Nothing was answered, or the service says that it had a part of the chunk already. */
function isInterruption(error: unknown): boolean {
  return error instanceof Failure && ['unreachable', 'timeout', 'unavailable', 'state_conflict'].includes(error.error);
}

async function hash(file: string): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) sha256.update(chunk);
  return sha256.digest('hex');
}

function unreadable(file: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return usageError(`The file cannot be read${code}: ${oneLine(file)}`);
}
