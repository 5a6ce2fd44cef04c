/**
 * Creates the cluster that first starts of the embedded Postgres copy: `node libs/relational/scripts/cluster-template.mjs`. Needs the
 * compiled package; does nothing if neither Postgres nor the options of initdb have changed.
 */
import { createTemplate } from '../dist/embedded/create-template.js';

try {
  await createTemplate();
} catch (error) {
  if (error.name !== 'EmbeddedPostgresError') throw error;
  console.error(`${error.message}\nBuild as an ordinary user that has an entry in /etc/passwd, or as root.`);
  process.exitCode = 1;
}
