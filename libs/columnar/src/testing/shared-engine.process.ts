/** A process with an engine on a migrated directory of its own, which ends with the process that forked this one, however that ends. */
import { rm } from 'node:fs/promises';
import { startEmbeddedColumnStore } from '../embedded/start.js';
import { copyMigratedDirectory, SMALL_RESERVE_BYTES } from './migrated-directory.js';

const parentEnds = new Promise((resolve) => process.once('disconnect', resolve));
const directory = await copyMigratedDirectory();
try {
  const embedded = await startEmbeddedColumnStore({ directory, reserveBytes: SMALL_RESERVE_BYTES });
  process.send?.(embedded.store);
  await parentEnds;
  await embedded.stop();
} finally {
  await rm(directory, { recursive: true, force: true });
}
