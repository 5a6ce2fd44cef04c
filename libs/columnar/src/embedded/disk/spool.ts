import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { MemoryFiles, newName, type SpoolFile } from './memory-files.js';

const MEMORY_FILE_SYSTEM = '/dev/shm';
/** Bodies come in pieces of 64 KB; together they are written in one call. */
const WRITE_BUFFER_BYTES = 2 * 1024 * 1024;
/** What is assumed of a body that does not say its length; a block of 60,000 spans is 39 MB. */
const UNKNOWN_BODY_BYTES = 48 * 1024 * 1024;

/**
 * Files between HTTP and the engine. Bodies of INSERTs (the engine reads binary rows correctly only from a file) lie in memory
 * while there is room, else in the data directory. Results in formats that do not come in chunks always lie there: their size is
 * not known, and the engine treats a full memory file system as a broken disk.
 */
export class Spool {
  readonly #memory: MemoryFiles;

  private constructor(
    private readonly memoryDirectory: string,
    private readonly diskDirectory: string,
  ) {
    this.#memory = new MemoryFiles(memoryDirectory);
  }

  /** Empties what an earlier process left; the caller holds the lock of the data directory. */
  static async open(dataDirectory: string): Promise<Spool> {
    const name = spoolName(dataDirectory);
    const disk = safePath(dataDirectory) ? join(dataDirectory, name) : await mkdtemp(join(tmpdir(), 'svc-spool-'));
    await makeEmpty(disk);
    const memory = spoolInMemory(dataDirectory);
    // Where it cannot be had, everything goes over the disk.
    await makeEmpty(memory).catch(() => undefined);
    return new Spool(memory, disk);
  }

  /** The path of rows that a client on this machine left in `spoolInMemory`; undefined when they are not there. */
  find(name: string): Promise<string | undefined> {
    return this.#memory.find(name);
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
    const file = (await this.#memory.reserve(bytes)) ?? this.reserve();
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
    await rm(this.diskDirectory, { recursive: true, force: true });
    // Another user may have created it first.
    await rm(this.memoryDirectory, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Where a client on this machine may leave rows, instead of sending them. */
export function spoolInMemory(dataDirectory: string): string {
  return join(MEMORY_FILE_SYSTEM, spoolName(dataDirectory));
}

/** The same for every process on a directory, so that the next one removes what a killed one left. */
export function spoolName(dataDirectory: string): string {
  return `svc-spool-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
}

function safePath(path: string): boolean {
  return /^[\w./-]+$/.test(path);
}

async function makeEmpty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  // Fails when the folder still exists because another user owns it.
  await mkdir(directory, { mode: 0o700 });
}
