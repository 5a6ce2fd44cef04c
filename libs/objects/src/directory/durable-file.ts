import { open, type FileHandle } from 'node:fs/promises';
import { endsEarly } from '../pieces.js';
import type { ByteObserver, ByteRange, ObjectPiece, ObjectPieces } from '../port.js';

/** Read and written at once: every step to the disk and back costs as much as copying some of these. */
export const BLOCK_BYTES = 1024 * 1024;

/** Creates a file whose content survives a power failure once the promise resolves. */
export async function writeDurably(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await inNewFile(path, async (file) => {
    let block: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      block.push(chunk);
      if (bytes < BLOCK_BYTES) continue;
      await writeAll(file, block, bytes);
      [block, bytes] = [[], 0];
    }
    await writeAll(file, block, bytes);
  });
}

/**
 * Creates such a file from pieces, through one block of memory.
 *
 * @param pathOf the file of an object.
 * @returns its size in bytes.
 */
export async function joinDurably(
  path: string,
  pieces: ObjectPieces,
  observe: ByteObserver,
  pathOf: (key: string) => string,
): Promise<number> {
  const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let size = 0;
  await inNewFile(path, async (file) => {
    const add = async (bytes: Uint8Array): Promise<void> => {
      observe(bytes);
      await writeAll(file, [bytes], bytes.byteLength);
      size += bytes.byteLength;
    };
    for await (const piece of pieces) {
      if (piece instanceof Uint8Array) await add(piece);
      else await readPiece(piece, pathOf, memory, add);
    }
  });
  return size;
}

async function readPiece(
  piece: Exclude<ObjectPiece, Uint8Array>,
  pathOf: (key: string) => string,
  memory: Buffer,
  add: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const range: ByteRange = ('key' in piece && piece.range) || { start: 0 };
  const end = range.end ?? Number.POSITIVE_INFINITY;
  const source = await open('key' in piece ? pathOf(piece.key) : piece.path, 'r');
  try {
    for (let at = range.start; at < end;) {
      const { bytesRead } = await source.read(memory, 0, Math.min(memory.length, end - at), at);
      if (bytesRead === 0) {
        if (range.end !== undefined) throw endsEarly();
        return;
      }
      await add(memory.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await source.close();
  }
}

async function inNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A write may store fewer bytes than given, for example on a disk that is almost full. */
async function writeAll(file: FileHandle, block: readonly Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return;
  let { bytesWritten: done } = await file.writev(block);
  if (done === bytes) return;
  for (const whole = Buffer.concat(block); done < bytes;) done += (await file.write(whole, done)).bytesWritten;
}
