import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '@svc/service-error';
import { keyPart } from './paths.js';

/**
 * Lists keys with a prefix in the byte order of whole keys. Sorting each folder by key parts is sufficient: the part of a subfolder
 * includes its slash, so `a-b` comes before `a/b`, as it does among the keys.
 */
export async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  yield* walkFolder(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix);
}

async function* walkFolder(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  for (const part of await splitKey(join(root, folder))) {
    const key = folder + part;
    if (!part.endsWith('/')) {
      if (key.startsWith(prefix)) yield key;
    } else if (key.startsWith(prefix) || prefix.startsWith(key)) {
      yield* walkFolder(root, key, prefix);
    }
  }
}

async function splitKey(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .map((entry) => keyPart(entry.name, entry.isDirectory()))
      .filter((part) => part !== undefined)
      .sort();
  } catch (error) {
    // The folder was deleted during the listing, or never existed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unavailable(error);
  }
}
