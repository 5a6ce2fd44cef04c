import { join } from 'node:path';

/**
 * An object `a/b` is the file `a/b~`. No key holds a tilde, so the file of `a` and the folder that holds `a/b` never meet, and
 * neither meets the folder of unfinished files.
 */
const MARK = '~';

export function unfinishedFolder(root: string): string {
  return join(root, `${MARK}unfinished`);
}

export function toFilePath(root: string, key: string): string {
  return join(root, `${key}${MARK}`);
}

/** A directory entry as the part of a key: an object's last segment, or a folder's segment with its slash. */
export function keyPart(name: string, isFolder: boolean): string | undefined {
  if (isFolder) return name.includes(MARK) ? undefined : `${name}/`;
  return name.endsWith(MARK) ? name.slice(0, -MARK.length) : undefined;
}
