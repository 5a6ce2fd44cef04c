import { randomBytes } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { copyFile, link, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { oneLine } from '../print/layout/sanitize.js';
import { Failure } from '../runtime/failure.js';

/** Whether the path leads to anything, also to a link that leads nowhere. */
export async function isTaken(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/**
 * A file that appears under its name when it is complete, and leaves nothing if the process ends before. A file or a link of that name
 * is never followed, and replaced only by `replace`.
 */
export class NewFile {
  #isOpen = true;
  /** An interruption of the user ends the process at once. */
  readonly #onExit = () => rmSync(this.temporary, { force: true });

  private constructor(
    readonly target: string,
    private readonly temporary: string,
    private readonly handle: FileHandle,
  ) {
    process.on('exit', this.#onExit);
  }

  /**
   * @param mode of the file; by default only its owner may read it.
   * @throws Failure `unwritable` if nothing can be written beside the target.
   */
  static async create(target: string, mode = 0o600): Promise<NewFile> {
    const temporary = `${target}.${randomBytes(6).toString('hex')}.part`;
    const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const handle = await open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, mode).catch((error: unknown) => {
      throw failed(target, error);
    });
    return new NewFile(target, temporary, handle);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += (await this.handle.write(bytes, at)).bytesWritten;
  }

  /** Makes the file appear under its name. */
  async publish(): Promise<void> {
    await this.handle.sync();
    await this.#close();
    try {
      await link(this.temporary, this.target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw failed(this.target, error);
      // Some file systems have no links; a copy does not replace a file either.
      await copyFile(this.temporary, this.target, constants.COPYFILE_EXCL).catch((cause: unknown) => {
        throw failed(this.target, cause);
      });
    }
    await unlink(this.temporary);
    process.off('exit', this.#onExit);
  }

  /** Makes the file appear in place of the one that has the name, which the caller must own. A link is replaced, not followed. */
  async replace(): Promise<void> {
    await this.handle.sync();
    await this.#close();
    await rename(this.temporary, this.target).catch((error: unknown) => {
      throw failed(this.target, error);
    });
    process.off('exit', this.#onExit);
  }

  /** Removes the incomplete file. */
  async discard(): Promise<void> {
    await this.#close();
    await unlink(this.temporary).catch(() => undefined);
    process.off('exit', this.#onExit);
  }

  async #close(): Promise<void> {
    if (this.#isOpen) await this.handle.close();
    this.#isOpen = false;
  }
}

function failed(target: string, error: unknown): Failure {
  const code = String((error as NodeJS.ErrnoException).code);
  return new Failure('unwritable', `The file cannot be written (${code}): ${oneLine(target)}`);
}
