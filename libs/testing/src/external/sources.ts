import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** All files below a folder with their contents, on which a program that is built from them depends. */
export async function readSources(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => [path.relative(folder, file), await readFile(file, 'utf8')] as const;
  return Object.fromEntries(await Promise.all(files.toSorted().map(read)));
}

/** Why packages of a language cannot be used. */
export interface Missing {
  readonly reason: string;
  /** Whether the language itself is missing, not only its packages. */
  readonly isLanguageMissing: boolean;
}
