import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packCluster, readTemplate, writeTemplate } from './cluster-template.js';
import { give, OWNER, randomSecret } from './cluster.js';
import { runInitdb } from './initdb.js';
import { findBinaries, findLauncher, namedAccount } from './launcher.js';

const OPTIONS = [
  `--username=${OWNER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  // Only the copies have to survive a crash of the machine.
  '--no-sync',
];

/**
 * Creates the template of new clusters with initdb, unless the existing one is current.
 *
 * @throws EmbeddedPostgresError if initdb fails: it needs an account with an entry in /etc/passwd.
 */
export async function createTemplate(): Promise<void> {
  // The path of the programs contains the version and the platform of their package.
  const identity = JSON.stringify([path.relative(import.meta.dirname, findBinaries()), OPTIONS]);
  if (readTemplate()?.identity === identity) return;
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-cluster-'));
  try {
    chmodSync(directory, 0o711);
    const [data, passwordFile, password] = [path.join(directory, 'data'), path.join(directory, 'pw'), randomSecret()];
    const account = namedAccount();
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    for (const target of [data, passwordFile]) give(target, account);
    await runInitdb(findLauncher(directory, account), [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...OPTIONS]);
    writeTemplate({ identity, password, files: packCluster(data) });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
