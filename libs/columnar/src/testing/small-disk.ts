import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PIECE = Buffer.alloc(65_536, 1);

/** A file system of a few megabytes that can be filled while something writes to it. */
export class SmallDisk implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** Undefined if mounting is not permitted. */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const path = await mkdtemp(join(tmpdir(), 'svc-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'svc-test', path], {
        stdio: 'ignore',
      });
    } catch {
      await rm(path, { recursive: true });
      return undefined;
    }
    return new SmallDisk(path);
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Fills the disk except for `leaveBytes`. */
  fill(leaveBytes: number): void {
    const file = openSync(join(this.path, 'filler'), 'a');
    try {
      while (this.freeBytes() > leaveBytes)
        writeSync(file, PIECE, 0, Math.min(PIECE.length, this.freeBytes() - leaveBytes));
    } catch {
      // The disk is full earlier than expected, because another process has written too.
    } finally {
      closeSync(file);
    }
  }

  /** Starts a process that repeatedly allocates and frees all space. */
  async oscillate(durationMs: number): Promise<void> {
    const main = fileURLToPath(new URL('./disk-thief.js', import.meta.url));
    await once(spawn(process.execPath, [main, join(this.path, 'thief'), String(durationMs)]), 'exit');
    rmSync(join(this.path, 'thief'), { force: true });
  }

  giveBack(): void {
    rmSync(join(this.path, 'filler'), { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    execFileSync('umount', ['-l', this.path]);
    await rm(this.path, { recursive: true });
  }
}
