import { randomBytes } from 'node:crypto';
import { lstat, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Memory that is kept free for other uses: /dev/shm in a container has 64 MB by default. */
const RESERVE_BYTES = 16 * 1024 * 1024;
/** Maximum bytes of blocks that wait or are being inserted; a load test on two cores used at most 18 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A file that exists for one statement. */
export interface SpoolFile {
  /** Contains no character that would need quoting in SQL. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Manages files in a folder of the memory file system that only this user can access, as long as there is room. */
export class MemoryFiles {
  #bytes = 0;

  constructor(private readonly directory: string) {}

  /** Returns a name for a file of this size; undefined if there is no room or no such folder. */
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

  /** Creates a file with this content; undefined if that is not possible. */
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

  /** Returns the path of a file that another process created here; undefined if it does not exist. */
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

  /** Checks the owner: another user could have created the folder, or a link to one of ours, first, and could read and change its files. */
  async #isOurs(): Promise<boolean> {
    const folder = await lstat(this.directory).catch(() => undefined);
    return folder !== undefined && folder.uid === process.getuid?.() && (folder.mode & 0o077) === 0;
  }
}

export function newName(): string {
  return randomBytes(12).toString('hex');
}
