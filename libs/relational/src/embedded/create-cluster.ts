import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withMigrationClient } from '../migration-client.js';
import { unpackTemplate } from './cluster-template.js';
import { handOver, OWNER, randomSecret, toUrl, unfinishedCluster, writeOwnerSecret, type Cluster } from './cluster.js';
import { runInitdb } from './initdb.js';
import type { Launcher } from './launcher.js';
import { endLeftover, startPatiently, stopPostmaster } from './postmaster.js';

/**
 * Creates the cluster of a directory from the template. The rename comes last, so that a directory named `data` is always a complete
 * cluster with a password of its own; an interrupted call is repeated.
 *
 * @param isDurable whether the cluster has to survive a crash of the machine.
 * @throws EmbeddedPostgresError with the message of Postgres.
 */
export async function createCluster(directory: string, launcher: Launcher, isDurable: boolean): Promise<void> {
  const unfinished = unfinishedCluster(directory, isDurable);
  const { data, sockets } = unfinished;
  try {
    await endLeftover(unfinished);
    rmSync(data, { recursive: true, force: true });
    const password = unpackTemplate(data);
    handOver(unfinished, launcher.account);
    const secret = randomSecret();
    await replacePassword(unfinished, launcher, password, secret);
    if (isDurable) await runInitdb(launcher, ['--sync-only', `--pgdata=${data}`]);
    writeOwnerSecret(directory, secret);
    renameSync(data, path.join(directory, 'data'));
  } finally {
    rmSync(sockets, { recursive: true });
  }
}

/** Runs the server on sockets that only its account and root can reach, until the owner has the new password. */
async function replacePassword(cluster: Cluster, launcher: Launcher, from: string, to: string): Promise<void> {
  const server = await startPatiently(cluster, launcher);
  try {
    await withMigrationClient(toUrl(OWNER, from, cluster.sockets), (client) =>
      client.query(`ALTER ROLE ${client.escapeIdentifier(OWNER)} PASSWORD ${client.escapeLiteral(to)}`),
    );
  } finally {
    await stopPostmaster(server);
  }
}
