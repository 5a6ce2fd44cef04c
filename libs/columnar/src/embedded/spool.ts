import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';

/** Memory that stays free for others: a container gives /dev/shm 64 MB unless told otherwise. */
const MEMORY_RESERVE_BYTES = 16 * 1024 * 1024;
/** Of blocks that wait or are being inserted; a soak of two cores had 18 MB in use at most. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
/** Bodies come in pieces of 64 KB; together they are written in one call. */
const WRITE_BUFFER_BYTES = 2 * 1024 * 1024;
/** What is assumed of a body that does not say its length; a block of 60,000 spans is 39 MB. */
const UNKNOWN_BODY_BYTES = 48 * 1024 * 1024;

/** A file that exists for one statement. */
export interface SpoolFile {
  /** Contains no character that would need quoting in SQL. */
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Files between HTTP and the engine. Bodies of INSERTs (the engine reads binary rows correctly only from a file) lie in memory
 * while there is room, else in the data directory. Results in formats that do not come in chunks always lie there: their size is
 * not known, and the engine takes a full memory file system for a broken disk.
 */
export class Spool {
  #memoryBytes = 0;

  private constructor(
    private readonly memoryDirectory: string | undefined,
    private readonly diskDirectory: string,
  ) {}

  /** Empties what an earlier process left; the caller holds the lock of the data directory. */
  static async open(dataDirectory: string, tmpfs = '/dev/shm'): Promise<Spool> {
    const name = spoolName(dataDirectory);
    const disk = safePath(dataDirectory) ? join(dataDirectory, name) : await mkdtemp(join(tmpdir(), 'svc-spool-'));
    await makeEmpty(disk);
    const memory = join(tmpfs, name);
    const hasMemory = await makeEmpty(memory).then(
      () => true,
      () => false,
    );
    return new Spool(hasMemory ? memory : undefined, disk);
  }

  /** A name for a file that the engine will write. */
  reserve(): SpoolFile {
    const path = join(this.diskDirectory, newName());
    return { path, remove: () => rm(path, { force: true }) };
  }

  /** Stores a body, through a decompressor when there is one. */
  async store(
    source: Readable,
    transform: Transform | undefined,
    expectedBytes: number | undefined,
  ): Promise<SpoolFile> {
    const bytes = expectedBytes === undefined ? UNKNOWN_BODY_BYTES : expectedBytes * (transform ? 8 : 1);
    const file = await this.#place(bytes);
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

  async #place(bytes: number): Promise<SpoolFile> {
    if (this.memoryDirectory === undefined || this.#memoryBytes + bytes > MAX_MEMORY_BYTES) return this.reserve();
    const { bavail, bsize } = await statfs(this.memoryDirectory);
    if (bavail * bsize - bytes < MEMORY_RESERVE_BYTES) return this.reserve();
    this.#memoryBytes += bytes;
    const path = join(this.memoryDirectory, newName());
    return {
      path,
      remove: async () => {
        await rm(path, { force: true });
        this.#memoryBytes -= bytes;
      },
    };
  }
}

function newName(): string {
  return randomBytes(12).toString('hex');
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
  // Fails when it is still there: a folder of somebody else's, who could read and change what lies in it.
  await mkdir(directory, { mode: 0o700 });
}
