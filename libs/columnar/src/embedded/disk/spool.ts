import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MemoryFiles, newName, type SpoolFile } from './memory-files.js';

const MEMORY_FILE_SYSTEM = '/dev/shm';
/** Bodies arrive in chunks of 64 KB, which are collected and written in one call. */
const WRITE_BUFFER_BYTES = 2 * 1024 * 1024;
/** Assumed size of a body without Content-Length; a block of 60,000 spans has 39 MB. */
const UNKNOWN_BODY_BYTES = 48 * 1024 * 1024;

/**
 * Files that pass data between HTTP and the engine. Bodies of INSERTs (the engine reads binary rows correctly only from a file) are kept
 * in memory while there is room, otherwise in the data directory. Results in formats without chunks are always written there: their size
 * is not known, and the engine treats a full memory file system as a broken disk.
 */
export class Spool {
  readonly #memory: MemoryFiles;

  private constructor(
    private readonly memoryDirectory: string,
    private readonly diskDirectory: string,
  ) {
    this.#memory = new MemoryFiles(memoryDirectory);
  }

  /** Removes the files of an earlier process; the caller holds the lock of the data directory. */
  static async open(dataDirectory: string): Promise<Spool> {
    const name = spoolName(dataDirectory);
    const disk = safePath(dataDirectory) ? join(dataDirectory, name) : await mkdtemp(join(tmpdir(), 'svc-spool-'));
    await makeEmpty(disk);
    const memory = spoolInMemory(dataDirectory);
    // Without this folder, all files are on disk.
    await makeEmpty(memory).catch(() => undefined);
    return new Spool(memory, disk);
  }

  /** Returns the path of rows that a client on this machine wrote to `spoolInMemory`; undefined if the file does not exist. */
  find(name: string): Promise<string | undefined> {
    return this.#memory.find(name);
  }

  /** Returns a name for a file that the engine will write. */
  reserve(): SpoolFile {
    const path = join(this.diskDirectory, newName());
    return { path, remove: () => rm(path, { force: true }) };
  }

  /** Writes a body to a file, through a decompressor if given. */
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
    // Another user may have created the folder first.
    await rm(this.memoryDirectory, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Folder in which a client on this machine may write rows instead of sending them. */
export function spoolInMemory(dataDirectory: string): string {
  return join(MEMORY_FILE_SYSTEM, spoolName(dataDirectory));
}

/** The name is the same for every process on a directory, so that the next one removes the files of a killed one. */
export function spoolName(dataDirectory: string): string {
  return `svc-spool-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
}

function safePath(path: string): boolean {
  return /^[\w./-]+$/.test(path);
}

async function makeEmpty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  // Fails if the folder still exists because another user owns it.
  await mkdir(directory, { mode: 0o700 });
}
