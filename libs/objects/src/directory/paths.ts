import { join } from 'node:path';

/**
 * An object `a/b` is the file `a/b~`. No key contains a tilde, so the file of `a` and the folder of `a/b` never conflict, and
 * neither conflicts with the folder of unfinished files.
 */
const MARK = '~';

export function unfinishedFolder(root: string): string {
  return join(root, `${MARK}unfinished`);
}

export function toFilePath(root: string, key: string): string {
  return join(root, `${key}${MARK}`);
}

/** Converts a directory entry to the part of a key: the last segment of an object, or the segment of a folder with its slash. */
export function keyPart(name: string, isFolder: boolean): string | undefined {
  if (isFolder) return name.includes(MARK) ? undefined : `${name}/`;
  return name.endsWith(MARK) ? name.slice(0, -MARK.length) : undefined;
}
