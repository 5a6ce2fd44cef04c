/** A process with a server on a migrated cluster of its own, which ends with the process that forked this one, however that ends. */
import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { copyMigratedCluster } from './migrated-cluster.js';

const parentEnds = new Promise((resolve) => process.once('disconnect', resolve));
const directory = await copyMigratedCluster();
try {
  const postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  process.send?.({ url: postgres.url, serviceUrl: postgres.serviceUrl });
  await parentEnds;
  await postgres.stop();
} finally {
  rmSync(directory, { recursive: true });
}
