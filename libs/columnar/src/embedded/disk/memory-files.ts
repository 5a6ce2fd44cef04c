import { randomBytes } from 'node:crypto';
import { lstat, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Memory that stays free for others: a container gives /dev/shm 64 MB unless told otherwise. */
const RESERVE_BYTES = 16 * 1024 * 1024;
/** Of blocks that wait or are being inserted; a soak of two cores had 18 MB in use at most. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A file that exists for one statement. */
export interface SpoolFile {
  /** Contains no character that would need quoting in SQL. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Files in a folder of the memory file system that is this user's alone, as long as there is room. */
export class MemoryFiles {
  #bytes = 0;

  constructor(private readonly directory: string) {}

  /** A name for a file of this size; undefined when there is no room or no such folder. */
  async reserve(bytes: number): Promise<SpoolFile | undefined> {
    if (this.#bytes + bytes > MAX_BYTES) return undefined;
    this.#bytes += bytes;
    if (!(await this.#hasRoom(bytes))) {
      this.#bytes -= bytes;
      return undefined;
    }
    const path = join(this.directory, newName());
    return {
      path,
      remove: async () => {
        await rm(path, { force: true });
        this.#bytes -= bytes;
      },
    };
  }

  /** A file with this content; undefined when it cannot be had. */
  async write(content: Uint8Array): Promise<SpoolFile | undefined> {
    const file = await this.reserve(content.byteLength);
    try {
      if (file) await writeFile(file.path, content, { mode: 0o600, flag: 'wx' });
      return file;
    } catch {
      await file?.remove();
      return undefined;
    }
  }

  /** The path of a file that another process left here; undefined when it is not there. */
  async find(name: string): Promise<string | undefined> {
    if (!/^[0-9a-f]{24}$/.test(name) || !(await this.#isOurs())) return undefined;
    const path = join(this.directory, name);
    return stat(path).then(
      () => path,
      () => undefined,
    );
  }

  async #hasRoom(bytes: number): Promise<boolean> {
    if (!(await this.#isOurs())) return false;
    const { bavail, bsize } = await statfs(this.directory);
    return bavail * bsize - bytes >= RESERVE_BYTES;
  }

  /** Another user could have created the folder, or a link to one of ours, first, and could read and change its files. */
  async #isOurs(): Promise<boolean> {
    const folder = await lstat(this.directory).catch(() => undefined);
    return folder !== undefined && folder.uid === process.getuid?.() && (folder.mode & 0o077) === 0;
  }
}

export function newName(): string {
  return randomBytes(12).toString('hex');
}
