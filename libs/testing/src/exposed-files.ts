import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Reading and writing, for the group and for others. They may still traverse a directory. */
const FOREIGN_ACCESS = 0o066;

/** @returns the files and directories below a directory, itself included, that other users can read or write. */
export async function findExposedFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  const found: string[] = [];
  for (const entry of ['.', ...entries]) {
    const status = await lstat(path.join(directory, entry)).catch(() => undefined);
    // Links have no permissions of their own; a file can be gone by now.
    if (status && !status.isSymbolicLink() && (status.mode & FOREIGN_ACCESS) !== 0) found.push(entry);
  }
  return found;
}
