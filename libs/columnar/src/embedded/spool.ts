import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';

/** Memory that stays free for others: a container gives /dev/shm 64 MB unless told otherwise. */
const MEMORY_RESERVE_BYTES = 16 * 1024 * 1024;
/** Bodies come in pieces of 64 KB; together they are written in one call. */
const WRITE_BUFFER_BYTES = 2 * 1024 * 1024;
/** What is assumed of a body that does not say its length. */
const UNKNOWN_BODY_BYTES = 64 * 1024 * 1024;

/** A file that exists for one statement. */
export interface SpoolFile {
  /** Contains no character that would need quoting in SQL. */
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Files between HTTP and the engine: bodies of INSERTs (the engine reads binary rows correctly only from a file) and results in
 * formats that do not come in chunks. In memory (tmpfs) when there is room, else in the data directory.
 */
export class Spool {
  private constructor(
    readonly memoryDirectory: string | undefined,
    readonly diskDirectory: string,
  ) {}

  /** Empties what an earlier process left; the caller holds the lock of the data directory. */
  static async open(dataDirectory: string, tmpfs = '/dev/shm'): Promise<Spool> {
    const name = spoolName(dataDirectory);
    const disk = join(safePath(dataDirectory) ? dataDirectory : tmpdir(), name);
    await makeEmpty(disk);
    const memory = join(tmpfs, name);
    const hasMemory = await makeEmpty(memory).then(
      () => true,
      () => false,
    );
    return new Spool(hasMemory ? memory : undefined, disk);
  }

  /** A name for a file that the engine will write. */
  async reserve(expectedBytes = UNKNOWN_BODY_BYTES): Promise<SpoolFile> {
    const path = join(await this.#directoryFor(expectedBytes), randomBytes(12).toString('hex'));
    return { path, remove: () => rm(path, { force: true }) };
  }

  /** Stores a body, through a decompressor when there is one. */
  async store(
    source: Readable,
    transform: Transform | undefined,
    expectedBytes: number | undefined,
  ): Promise<SpoolFile> {
    const file = await this.reserve(
      expectedBytes === undefined ? UNKNOWN_BODY_BYTES : expectedBytes * (transform ? 8 : 1),
    );
    try {
      const target = createWriteStream(file.path, { mode: 0o600, flags: 'wx', highWaterMark: WRITE_BUFFER_BYTES });
      if (transform) await pipeline(source, transform, target);
      else await pipeline(source, target);
      return file;
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.memoryDirectory) await rm(this.memoryDirectory, { recursive: true, force: true });
    await rm(this.diskDirectory, { recursive: true, force: true });
  }

  async #directoryFor(expectedBytes: number): Promise<string> {
    if (this.memoryDirectory === undefined) return this.diskDirectory;
    const { bavail, bsize } = await statfs(this.memoryDirectory);
    return bavail * bsize - expectedBytes >= MEMORY_RESERVE_BYTES ? this.memoryDirectory : this.diskDirectory;
  }
}

/** The same for every process on a directory, so that the next one clears what a killed one left. */
export function spoolName(dataDirectory: string): string {
  return `svc-spool-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
}

function safePath(path: string): boolean {
  return /^[\w./-]+$/.test(path);
}

async function makeEmpty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}
