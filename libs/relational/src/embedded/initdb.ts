import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresError } from './failure.js';
import type { Launcher } from './launcher.js';
import { SERVER_ENVIRONMENT } from './settings.js';

/**
 * Runs initdb as the account of the launcher. To create a cluster, that account needs an entry in /etc/passwd; to write a cluster to the
 * disk (`--sync-only`), it needs none.
 *
 * @throws EmbeddedPostgresError with the message of initdb.
 */
export async function runInitdb(launcher: Launcher, options: readonly string[]): Promise<void> {
  const { file, args, ...account } = launcher.command('initdb', options);
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = text(child.stderr);
  const failure = await once(child, 'close').then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (failure !== undefined || child.exitCode !== 0)
    throw new EmbeddedPostgresError('The embedded Postgres could not be set up.', failure ?? (await output));
}
