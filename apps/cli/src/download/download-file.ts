import { createHash } from 'node:crypto';
import type { NewFile } from '../files/new-file.js';
import { isTemporary } from '../http/retry.js';
import { Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { Progress } from '../upload/progress.js';

export interface Source {
  /** Mints an address. Called again when the previous one is no longer valid. */
  readonly url: () => Promise<string>;
  readonly sha256: string;
  readonly bytes: number;
}

/** Interruptions in a row without a byte in between. */
const MAX_INTERRUPTIONS = 8;
const PAUSE_MS = 1_000;
/** The time for which a connection may be silent. */
const SILENCE_MS = 60_000;

/**
 * Downloads to a new file, resumes after an interruption, and publishes the file only if its hash is the expected one.
 *
 * @param create receives the name that the service gives.
 * @returns the path of the file.
 * @throws Failure, after which nothing is left of the file.
 */
export async function downloadFile(
  source: Source,
  io: Pick<Io, 'fetch' | 'sleep' | 'now' | 'stderr'>,
  create: (suggested: string) => Promise<NewFile>,
): Promise<string> {
  const progress = new Progress(io, source.bytes, 0);
  const hash = createHash('sha256');
  let file: NewFile | undefined;
  let [received, failures] = [0, 0];
  let url = await source.url();
  try {
    while (received < source.bytes || file === undefined) {
      try {
        const response = await openAt(url, received, source, io);
        file ??= await create(suggestedName(response));
        for await (const chunk of response.chunks) {
          hash.update(chunk);
          await file.write(chunk);
          received += chunk.length;
          failures = 0;
          progress.show(received);
        }
        if (received < source.bytes) throw interrupted();
      } catch (error) {
        if (!(error instanceof Interruption) || ++failures > MAX_INTERRUPTIONS) throw toFailure(error);
        await io.sleep(PAUSE_MS * failures);
        // An hour may be too short for a large file.
        if (error.isGone) url = await source.url();
      }
    }
    if (received !== source.bytes || hash.digest('hex') !== source.sha256)
      throw new Failure('wrong_file', 'The downloaded file is not the one that was exported; try again.');
    await file.publish();
    return file.target;
  } catch (error) {
    await file?.discard();
    throw error;
  } finally {
    progress.end();
  }
}

/** A failure that may be temporary. */
class Interruption extends Error {
  constructor(
    message: string,
    /** Whether the address is no longer valid. */
    readonly isGone = false,
  ) {
    super(message);
  }
}

const interrupted = (): Interruption => new Interruption('The connection was lost.');

function toFailure(error: unknown): unknown {
  return error instanceof Interruption ? new Failure('download_failed', error.message) : error;
}

interface OpenDownload {
  readonly disposition: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Requests the rest of the file; the condition prevents a file that was replaced meanwhile from being joined with the
 * first part.
 */
async function openAt(url: string, at: number, { sha256 }: Source, io: Pick<Io, 'fetch'>): Promise<OpenDownload> {
  const controller = new AbortController();
  const headers = at === 0 ? {} : { range: `bytes=${at}-`, 'if-range': `"${sha256}"` };
  const silent = setTimeout(() => controller.abort(), SILENCE_MS);
  const response = await io
    .fetch(url, { headers, redirect: 'error', signal: controller.signal })
    .catch(() => Promise.reject(interrupted()))
    .finally(() => clearTimeout(silent));
  const { status, body } = response;
  if (status === (at === 0 ? 200 : 206) && body)
    return {
      disposition: response.headers.get('content-disposition') ?? '',
      chunks: read(body, controller),
    };
  await body?.cancel();
  if (status === 404) throw new Interruption('The address of the file is no longer good.', true);
  if (isTemporary(status)) throw new Interruption(`The service answered ${status}.`);
  throw new Failure('download_failed', `The service answered ${status}.`);
}

async function* read(body: AsyncIterable<Uint8Array>, controller: AbortController): AsyncGenerator<Uint8Array> {
  let silent = setTimeout(() => controller.abort(), SILENCE_MS);
  try {
    for await (const chunk of body) {
      clearTimeout(silent);
      yield chunk;
      silent = setTimeout(() => controller.abort(), SILENCE_MS);
    }
  } catch {
    throw interrupted();
  } finally {
    clearTimeout(silent);
    controller.abort();
  }
}

function suggestedName({ disposition }: OpenDownload): string {
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? '';
}
