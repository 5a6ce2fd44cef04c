import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { spoolName } from '../embedded/disk/spool.js';
import type { TemporaryStore } from './temporary-store.js';

/** Returns the files between HTTP and the engine, in memory and on disk. */
export async function spooledFiles({ directory }: TemporaryStore): Promise<string[]> {
  const folders = [join('/dev/shm', spoolName(directory)), join(directory, spoolName(directory))];
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
}
