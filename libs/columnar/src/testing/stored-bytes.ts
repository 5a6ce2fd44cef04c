import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/** A block of a column begins with a checksum, the method, its size with this header of 9 bytes, and the size of its content. */
const CHECKSUM_BYTES = 16;
const HEADER_BYTES = 9;
const ZSTD = 0x90;

/**
 * The files below a directory that hold one of these texts, as they are or in blocks that the column store has compressed. Texts are stored
 * with ZSTD in every table.
 */
export async function filesHolding(directory: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const file of files(directory, await readdir(directory, { withFileTypes: true }))) {
    // The engine may remove a file in the meantime.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    const contents = file.endsWith('.bin') ? [bytes, ...blocks(bytes)] : [bytes];
    if (contents.some((content) => texts.some((text) => content.includes(text)))) found.push(relative(directory, file));
  }
  return found;
}

/** The paths of all files. The engine may remove or rename folders in the meantime. */
async function* files(directory: string, entries: readonly Dirent[]): AsyncGenerator<string> {
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isFile()) yield path;
    if (entry.isDirectory()) yield* files(path, await readdir(path, { withFileTypes: true }).catch(() => []));
  }
}

/** The contents of the blocks of a column file, or of all columns of a compact part. */
function* blocks(bytes: Buffer): Generator<Buffer> {
  for (let at = CHECKSUM_BYTES; at + HEADER_BYTES <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 1);
    if (size < HEADER_BYTES) return;
    if (bytes[at] === ZSTD) yield zstdDecompressSync(bytes.subarray(at + HEADER_BYTES, at + size));
    at += size + CHECKSUM_BYTES;
  }
}
