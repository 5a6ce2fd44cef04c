import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { unavailable } from '@svc/errors';
import { checkKey, checkPrefix } from '../key.js';
import type { ByteRange, ObjectBody, ObjectInfo, ObjectSource, ObjectStore } from '../port.js';
import { CountedSource } from '../source.js';
import { toFilePath, unfinishedFolder } from './paths.js';
import { walk } from './walk.js';

/** Read and written at once: every step to the disk and back costs as much as copying some of these. */
const BLOCK_BYTES = 1024 * 1024;
/** A file that was not finished within a day belongs to a process that has exited. */
const ABANDONED_MS = 24 * 3_600_000;

export interface DirectoryStoreOptions {
  /** Directory of the objects only; several processes of one machine may use it. */
  readonly directory: string;
}

/** Objects as files of one directory. */
export class DirectoryStore implements ObjectStore {
  private constructor(private readonly root: string) {}

  /** Rejects with `unavailable` if the directory cannot be created. */
  static async open({ directory }: DirectoryStoreOptions): Promise<DirectoryStore> {
    const unfinished = unfinishedFolder(directory);
    try {
      await mkdir(unfinished, { recursive: true });
      for (const name of await readdir(unfinished)) await removeAbandoned(join(unfinished, name));
    } catch (error) {
      throw unavailable(error);
    }
    return new DirectoryStore(directory);
  }

  async put(key: string, source: ObjectSource): Promise<number> {
    checkKey(key);
    const counted = new CountedSource(source);
    const unfinished = join(unfinishedFolder(this.root), randomUUID());
    try {
      await writeDurably(unfinished, counted.chunks());
      await this.publish(unfinished, toFilePath(this.root, key));
      return counted.bytes;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw counted.blame(error);
    }
  }

  async get(key: string, range: ByteRange = { start: 0 }): Promise<ObjectBody | undefined> {
    checkKey(key);
    const file = await absentAsUndefined(open(toFilePath(this.root, key), 'r'));
    if (!file) return undefined;
    const { size, mtimeMs } = await file.stat();
    const end = Math.min(size, range.end ?? size);
    const info = { key, size, lastModifiedMs: Math.floor(mtimeMs) };
    if (range.start >= end) {
      await file.close();
      return { info, stream: Readable.from([]) };
    }
    return { info, stream: file.createReadStream({ start: range.start, end: end - 1, highWaterMark: BLOCK_BYTES }) };
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    checkKey(key);
    const found = await absentAsUndefined(stat(toFilePath(this.root, key)));
    return found && { key, size: found.size, lastModifiedMs: Math.floor(found.mtimeMs) };
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    const path = toFilePath(this.root, key);
    const removed = await absentAsUndefined(unlink(path).then(() => true));
    if (!removed) return;
    await syncFolder(dirname(path));
    await this.pruneFolders(dirname(path));
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    checkPrefix(prefix);
    for await (const key of walk(this.root, prefix)) {
      const info = await this.head(key);
      if (info) yield info;
    }
  }

  async check(): Promise<void> {
    const probe = join(unfinishedFolder(this.root), randomUUID());
    try {
      await writeDurably(probe, [Buffer.from('probe')]);
      await unlink(probe);
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The rename publishes the object; after the folder is synced, it survives a power failure. */
  private async publish(unfinished: string, path: string): Promise<void> {
    const folder = dirname(path);
    for (;;) {
      let made: string | undefined;
      try {
        made = await mkdir(folder, { recursive: true });
        await rename(unfinished, path);
      } catch (error) {
        // A concurrent delete may have removed a folder of the path that became empty.
        if (isAbsent(error) && folder !== this.root && (await isFile(unfinished))) continue;
        throw error;
      }
      await syncFolder(folder);
      if (made) await this.syncUpwards(folder);
      return;
    }
  }

  private async syncUpwards(folder: string): Promise<void> {
    for (let parent = folder; parent !== this.root;) {
      parent = dirname(parent);
      await syncFolder(parent);
    }
  }

  private async pruneFolders(folder: string): Promise<void> {
    for (let empty = folder; empty !== this.root; empty = dirname(empty)) {
      if (
        !(await rmdir(empty).then(
          () => true,
          () => false,
        ))
      )
        return;
    }
  }
}

async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
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

async function syncFolder(path: string): Promise<void> {
  const folder = await absentAsUndefined(open(path, 'r'));
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const found = await absentAsUndefined(stat(path));
  if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Our own layout cannot cause ENOTDIR; an unrelated file in the path counts as a missing object. */
function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function absentAsUndefined<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unavailable(error);
  }
}
