import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { FileSource } from './file-source.js';
import { isMachO } from './mach-o.js';

/** Limits for the content of a zip file. */
export interface UnpackLimits {
  readonly maxBytes: number;
  /** Bytes for each byte of the zip file; one of `ANY_BYTES` or less is not judged by it. */
  readonly maxRatio: number;
  readonly maxEntries: number;
}

/** Debug symbols become three to ten times larger; what becomes more than 64 times larger is made to be slow. */
const LIMITS: UnpackLimits = { maxBytes: 4 * 1024 * 1024 * 1024, maxRatio: 64, maxEntries: 10_000 };
const ANY_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Whether a file begins like a zip file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Writes the Mach-O files of a zip file to a directory. They get names of our own, so that an entry cannot choose where it goes.
 *
 * @returns their paths.
 * @throws SymbolFileRefusal for a zip file that is broken or becomes too large.
 */
export function unpackMachO(zip: string, directory: string, limits = LIMITS): string[] {
  const source = new FileSource(zip);
  const { maxRatio, maxEntries } = limits;
  const maxBytes = Math.min(limits.maxBytes, Math.max(ANY_BYTES, source.size * maxRatio));
  const unpacking = new Unpacking(directory, { maxBytes, maxEntries });
  try {
    for (let at = 0; at < source.size; at += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, source.size - at);
      unpacking.push(source.read(at, length), at + length >= source.size);
    }
  } finally {
    source.close();
    unpacking.close();
  }
  return unpacking.paths;
}

class Unpacking {
  readonly paths: string[] = [];
  readonly #unzip: Unzip;
  readonly #open = new Set<number>();
  #bytes = 0;
  #entries = 0;

  constructor(
    private readonly directory: string,
    private readonly limits: Pick<UnpackLimits, 'maxBytes' | 'maxEntries'>,
  ) {
    this.#unzip = new Unzip((file) => this.#begin(file));
    this.#unzip.register(UnzipInflate);
  }

  push(bytes: Uint8Array, isLast: boolean): void {
    try {
      this.#unzip.push(bytes, isLast);
    } catch (error) {
      if (error instanceof SymbolFileRefusal) throw error;
      // The message of the library may quote the name of an entry.
      throw new SymbolFileRefusal('is a zip file that is broken or compressed in an unusual way');
    }
  }

  close(): void {
    for (const file of this.#open) closeSync(file);
    this.#open.clear();
  }

  #begin(entry: UnzipFile): void {
    this.#entries += 1;
    if (this.#entries > this.limits.maxEntries) throw new SymbolFileRefusal('is a zip file with too many entries');
    let file: number | undefined;
    let isFirst = true;
    entry.ondata = (error, bytes, isLast) => {
      if (error) throw error;
      this.#count(bytes.length);
      if (isFirst && bytes.length > 0) {
        isFirst = false;
        if (isMachO(bytes)) file = this.#create();
      }
      if (file === undefined) return;
      writeSync(file, bytes);
      if (!isLast) return;
      this.#open.delete(file);
      closeSync(file);
    };
    entry.start();
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.maxBytes) throw new SymbolFileRefusal('is a zip file that becomes too large');
  }

  #create(): number {
    const target = path.join(this.directory, String(this.paths.length));
    this.paths.push(target);
    const file = openSync(target, 'wx');
    this.#open.add(file);
    return file;
  }
}
