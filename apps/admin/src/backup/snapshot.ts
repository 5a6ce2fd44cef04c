import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { isImmutable, isLeftOut, segmentNumber, staysInside } from './layout.js';

/** The entries of a state directory, directories before their contents. */
export interface Snapshot {
  readonly directories: readonly string[];
  /** Symbolic links with their targets. */
  readonly links: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * Copies a directory, in which nothing changes during the call, into another one of the same file system. Files that
 * never change become hard links, which costs the same for any size; all others are copied.
 *
 * @throws Error `late` if the deadline (of `performance.now()`) passes.
 */
export function takeSnapshot(state: string, staging: string, deadline: number, late: string): Snapshot {
  const directories: string[] = [];
  const links: Record<string, string> = {};
  const files: string[] = [];
  let bytes = 0;
  const visit = (directory: string): void => {
    const entries = readdirSync(path.join(state, directory), { withFileTypes: true });
    const last = Math.max(...entries.map(({ name }) => segmentNumber(path.posix.join(directory, name)) ?? -1));
    for (const entry of entries) {
      const name = path.posix.join(directory, entry.name);
      if (isLeftOut(name)) continue;
      if (performance.now() > deadline) throw new Error(late);
      const [source, target] = [path.join(state, name), path.join(staging, name)];
      if (entry.isDirectory()) {
        directories.push(name);
        mkdirSync(target);
        visit(name);
      } else if (entry.isSymbolicLink()) links[name] = readLink(source, name);
      else if (entry.isFile()) {
        const segment = segmentNumber(name);
        if (isImmutable(name) || (segment !== undefined && segment < last)) linkOrCopy(source, target);
        else copy(source, target);
        files.push(name);
        bytes += lstatSync(target).size;
      }
    }
  };
  visit('');
  return { directories, links, files, bytes };
}

/** @throws Error if the target is not part of the snapshot. */
function readLink(source: string, name: string): string {
  const target = readlinkSync(source);
  if (!staysInside(name, target))
    throw new Error(`${name} is a link out of the state directory. Mount the other volume there instead.`);
  return target;
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // The directory of a store may be on another volume, and some file systems have no hard links.
    copy(source, target);
  }
}

/** Shares the blocks where the file system can. */
function copy(source: string, target: string): void {
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
}
