import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { oneLine } from '../print/layout/sanitize.js';
import { usageError } from '../runtime/failure.js';

/** The folder within a dSYM bundle that has its binaries. */
const BINARIES = path.join('Contents', 'Resources', 'DWARF');

/**
 * The files to upload for a path: the file itself, or the binaries of the dSYM bundles in a folder, which may be a
 * bundle or, like an archive of Xcode, contain several.
 *
 * @throws Failure if no file is found.
 */
export async function findSymbols(given: string): Promise<string[]> {
  const found = await stat(given).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`The path cannot be read (${String(error.code)}): ${oneLine(given)}`);
  });
  if (!found.isDirectory()) return [given];
  const entries = await readdir(given, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith(BINARIES))
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw usageError(`The folder has no dSYM bundle: ${oneLine(given)}`);
  return files.sort();
}
