import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const MIB = 1024 * 1024;
/** The column store keeps 2 GiB free for itself, and there must be some more at first. */
const STATE_MIB = 2700;

/** A disk in memory. */
export class SmallDisk {
  constructor(
    readonly mounted: string,
    mebibytes: number,
  ) {
    mountDisk(mounted, mebibytes);
  }

  /** Fills the disk except for `leaveBytes`. */
  fill(leaveBytes: number): void {
    const piece = Buffer.alloc(MIB, 1);
    const file = openSync(this.#filler, 'a');
    try {
      for (;;) {
        const { bavail, bsize } = statfsSync(this.mounted);
        const excess = bavail * bsize - leaveBytes;
        if (excess <= 0) return;
        writeSync(file, piece, 0, Math.min(piece.length, excess));
      }
    } catch {
      // The disk is full earlier than expected, because another process has written too.
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that `fill` has filled. */
  makeRoom(): void {
    rmSync(this.#filler);
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.mounted]);
  }

  get #filler(): string {
    return path.join(this.mounted, 'filler');
  }
}

/**
 * A directory of a service whose state is on a disk of its own. Files of the harness are elsewhere, since they would fail first.
 */
export class StateOnDisk {
  private constructor(
    readonly directory: string,
    readonly disk: SmallDisk,
  ) {}

  static async mount(): Promise<StateOnDisk> {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-disk-'));
    const mounted = path.join(directory, 'disk');
    await mkdir(mounted);
    await symlink(mounted, path.join(directory, 'state'));
    return new StateOnDisk(directory, new SmallDisk(mounted, STATE_MIB));
  }

  async remove(): Promise<void> {
    this.disk.unmount();
    await rm(this.directory, { recursive: true });
  }
}

export async function canMount(): Promise<boolean> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-disk-'));
  try {
    mountDisk(directory, 1);
    execFileSync('umount', ['-l', directory]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true });
  }
}

function mountDisk(directory: string, mebibytes: number): void {
  const options = `size=${mebibytes}m,mode=0700`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'svc-test', directory], { stdio: 'ignore' });
}
