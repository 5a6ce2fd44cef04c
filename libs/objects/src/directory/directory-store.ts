import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { unavailable } from '@svc/service-error';
import { checkKey, checkPrefix } from '../key.js';
import type {
  ByteObserver,
  ByteRange,
  ObjectBody,
  ObjectInfo,
  ObjectPieces,
  ObjectSource,
  ObjectStore,
} from '../port.js';
import { CountedSource, storingFailed } from '../source.js';
import { BLOCK_BYTES, joinDurably, writeDurably } from './durable-file.js';
import { toFilePath, unfinishedFolder } from './paths.js';
import { walk } from './walk.js';

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
    try {
      await this.#create(key, (path) => writeDurably(path, counted.chunks()));
      return counted.bytes;
    } catch (error) {
      throw counted.blame(error);
    }
  }

  async join(key: string, pieces: ObjectPieces, observe: ByteObserver): Promise<number> {
    checkKey(key);
    try {
      return await this.#create(key, (path) =>
        joinDurably(path, pieces, observe, (piece) => toFilePath(this.root, piece)),
      );
    } catch (error) {
      throw isSystemError(error) ? storingFailed(error) : error;
    }
  }

  /** Writes a file aside and publishes it under the key when it is complete. */
  async #create<T>(key: string, write: (path: string) => Promise<T>): Promise<T> {
    const unfinished = join(unfinishedFolder(this.root), randomUUID());
    try {
      const result = await write(unfinished);
      await this.#publish(unfinished, toFilePath(this.root, key));
      return result;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
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
    await this.#pruneFolders(dirname(path));
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
  async #publish(unfinished: string, path: string): Promise<void> {
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
      if (made) await this.#syncUpwards(folder);
      return;
    }
  }

  async #syncUpwards(folder: string): Promise<void> {
    for (let parent = folder; parent !== this.root;) {
      parent = dirname(parent);
      await syncFolder(parent);
    }
  }

  async #pruneFolders(folder: string): Promise<void> {
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

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function absentAsUndefined<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unavailable(error);
  }
}
