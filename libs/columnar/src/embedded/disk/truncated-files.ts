import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The one format of tables that this engine writes. */
const FORMAT_VERSION = '1';

/**
 * Repairs small files that a full disk has left empty beside a complete definition; each of them prevents the engine from starting: the
 * format of a table, whose content is always the same, and the command of a mutation, which was not acknowledged. Called before
 * the engine opens the directory.
 */
export async function repairTruncatedFiles(engineDirectory: string): Promise<void> {
  const store = join(engineDirectory, 'store');
  for (const prefix of await names(store)) {
    for (const uuid of await names(join(store, prefix))) {
      const folder = join(store, prefix, uuid);
      const files = await names(folder);
      // Only folders of MergeTree tables have this file.
      if (!files.includes('detached')) continue;
      const format = join(folder, 'format_version.txt');
      if (await isEmpty(format)) await writeFile(format, FORMAT_VERSION);
      for (const file of files.filter((name) => /^mutation_\d+\.txt$/.test(name))) {
        if (await isEmpty(join(folder, file))) await rm(join(folder, file));
      }
    }
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function isEmpty(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.size === 0;
}
