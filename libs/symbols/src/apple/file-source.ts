import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SymbolFileRefusal } from '../columns/refusal.js';
import type { ByteSource } from './mach-o.js';

/** A file of this machine; for threads, because it blocks. */
export class FileSource implements ByteSource {
  readonly #file: number;
  readonly size: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
  }

  read(at: number, length: number): Uint8Array {
    if (at < 0 || length < 0 || at + length > this.size)
      throw new SymbolFileRefusal('is cut off, or refers to bytes that it does not have');
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.#file, bytes, done, length - done, at + done);
      if (count === 0) throw new SymbolFileRefusal('has become shorter while it was read');
      done += count;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}
