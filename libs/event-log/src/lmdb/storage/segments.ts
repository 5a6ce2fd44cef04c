import {
  closeSync,
  constants,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writevSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * The values of the log are in files of their own, which are only appended to and removed as a whole: removing one returns its space to
 * the disk, while lmdb never gives a page back. A file may end in bytes of a transaction that was never committed; the next
 * one overwrites them. Numbers of files are never used again.
 */
export interface ValuePlace {
  /** The number of the file, */
  readonly s: number;
  /** the position of the value in it, */
  readonly p: number;
  /** and the size of the value in bytes. */
  readonly n: number;
}

const NAME = /^values-(\d+)$/;
const toPath = (directory: string, segment: number): string => join(directory, `values-${segment}`);

/** Writes the files; only used inside a transaction, whose lock keeps other processes out. */
export class SegmentWriter {
  #open: { readonly segment: number; readonly handle: number } | undefined;

  constructor(private readonly directory: string) {}

  /** Writes the values one after another from a position; they are on disk when this returns. Throws if they may not be. */
  write(segment: number, position: number, values: readonly Uint8Array[]): void {
    const handle = this.#handle(segment);
    const bytes = values.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (writevSync(handle, values, position) !== bytes) throw new Error('the disk took only a part of the values');
    fdatasyncSync(handle);
  }

  remove(segment: number): void {
    if (this.#open?.segment === segment) this.close();
    rmSync(toPath(this.directory, segment), { force: true });
  }

  /** Removes files that remain from a killed process. */
  removeAllExcept(segments: ReadonlySet<number>): void {
    for (const name of readdirSync(this.directory)) {
      const segment = Number(NAME.exec(name)?.[1]);
      if (!Number.isNaN(segment) && !segments.has(segment)) this.remove(segment);
    }
  }

  close(): void {
    if (this.#open) closeSync(this.#open.handle);
    this.#open = undefined;
  }

  #handle(segment: number): number {
    if (this.#open?.segment === segment) return this.#open.handle;
    this.close();
    const handle = openSync(toPath(this.directory, segment), constants.O_WRONLY | constants.O_CREAT, 0o600);
    this.#open = { segment, handle };
    const directory = openSync(this.directory, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
    return handle;
  }
}

/** Reads values; keeps one file open, so close it soon: a removed file takes up space while it is open. */
export class SegmentReader {
  #open: { readonly segment: number; readonly handle: number | undefined } | undefined;

  constructor(private readonly directory: string) {}

  /** Undefined if retention has removed the value since its place was read. */
  read({ s: segment, p: position, n: length }: ValuePlace): Buffer | undefined {
    const handle = this.#handle(segment);
    if (handle === undefined) return undefined;
    // Memory of its own, not of the pool of Node, so that it can be released as soon as it has been used.
    const value = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length;) {
      const count = readSync(handle, value, at, length - at, position + at);
      if (count === 0) throw new Error(`the file ${segment} of the event log is shorter than what was written to it`);
      at += count;
    }
    return value;
  }

  close(): void {
    if (this.#open?.handle !== undefined) closeSync(this.#open.handle);
    this.#open = undefined;
  }

  #handle(segment: number): number | undefined {
    if (this.#open?.segment === segment) return this.#open.handle;
    this.close();
    this.#open = { segment, handle: openIfPresent(toPath(this.directory, segment)) };
    return this.#open.handle;
  }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
