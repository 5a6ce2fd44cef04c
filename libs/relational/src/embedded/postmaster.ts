import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './failure.js';
import type { Launcher } from './launcher.js';
import { readCommandLine, isRunning } from './process-table.js';
import { SERVER_ENVIRONMENT, SERVER_SETTINGS, sharedMemoryType } from './settings.js';

/**
 * Starts the server, and tries again a few times: a start fails while processes of a killed server still hold its shared memory.
 *
 * @param signal aborted when no further attempt is wanted.
 * @throws EmbeddedPostgresError of the last attempt.
 */
export async function startPatiently(
  cluster: Cluster,
  launcher: Launcher,
  signal?: AbortSignal,
  attempts = START_ATTEMPTS,
): Promise<ChildProcess> {
  try {
    return await startPostmaster(cluster, launcher);
  } catch (error) {
    if (attempts === 1 || signal?.aborted === true) throw error;
    await delay(RETRY_STEP_MS);
    return startPatiently(cluster, launcher, signal, attempts - 1);
  }
}

const START_ATTEMPTS = 4;
/** Milliseconds between two attempts. */
export const RETRY_STEP_MS = 100;

/**
 * Starts the server and resolves once it accepts connections. Its own process group keeps the Ctrl-C of the terminal away from it,
 * because it must outlive the requests that are being finished.
 *
 * @throws EmbeddedPostgresError with what the server logged, if it exits earlier.
 */
async function startPostmaster(cluster: Cluster, launcher: Launcher): Promise<ChildProcess> {
  const settings = Object.entries({
    ...SERVER_SETTINGS,
    dynamic_shared_memory_type: sharedMemoryType(),
    unix_socket_directories: cluster.sockets,
    // Only its owner and root can connect: every other user of the machine is refused before authentication.
    unix_socket_permissions: '0700',
    ...(cluster.isDurable ? {} : { fsync: 'off' }),
  });
  const { file, args, ...account } = launcher.command('postgres', [
    '-D',
    cluster.data,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openLog(cluster.log);
  const logStart = fstatSync(log).size;
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  for (;;) {
    if (isReady(cluster.data, child.pid)) return child;
    if (failure || child.exitCode !== null || child.signalCode !== null)
      throw new EmbeddedPostgresError(
        `The embedded Postgres did not start; its log is ${cluster.log}.`,
        failure?.message ?? readFileSync(cluster.log).toString('utf8', logStart),
      );
    await delay(POLL_MS);
  }
}

/**
 * Stops a server whose supervising process was killed: two servers on one directory would destroy it. First it may shut down
 * gracefully, then it must abort (the next start recovers from the log), and finally it is killed.
 *
 * Its lock files are deleted as well. Postgres considers any process with that ID a running server, even one that has exited and
 * that was never reaped, or another program with the same ID. Processes that still hold the shared memory of the old server are
 * found by the directory, without these files.
 */
export async function endLeftover({ data, sockets }: Cluster): Promise<void> {
  const pid = Number(lockFile(data)?.[PID_LINE]);
  if (pid && isRunning(pid) && isPostmasterOf(pid, data)) await end(pid, () => !isRunning(pid));
  rmSync(path.join(data, LOCK_FILE), { force: true });
  rmSync(path.join(sockets, SOCKET_LOCK_FILE), { force: true });
}

/** Stops the server as gracefully as possible; resolves when it has exited. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (child.pid !== undefined) await end(child.pid, isGone);
}

/** Signals for fast shutdown, immediate shutdown and kill, with the time limit of each. */
const ENDINGS = [
  { signal: 'SIGINT', patienceMs: 1_500 },
  { signal: 'SIGQUIT', patienceMs: 1_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

async function end(pid: number, isGone: () => boolean): Promise<void> {
  for (const { signal, patienceMs } of ENDINGS) {
    if (isGone()) return;
    signalIfRunning(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs && !isGone(); waitedMs += POLL_MS) await delay(POLL_MS);
  }
  if (!isGone()) throw new Error('The embedded Postgres does not stop.');
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const POLL_MS = 10;

/** The log continues across restarts, because it shows what led to one; it is truncated when it grows too large. */
function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
}

const MAX_LOG_BYTES = 1_000_000;

/** The file that Postgres writes while it runs; its lines are defined in miscadmin.h (LOCK_FILE_LINE_*). */
const LOCK_FILE = 'postmaster.pid';
const SOCKET_LOCK_FILE = '.s.PGSQL.5432.lock';
const PID_LINE = 0;
const STATUS_LINE = 7;

function lockFile(data: string): string[] | undefined {
  try {
    return readFileSync(path.join(data, LOCK_FILE), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function isReady(data: string, pid: number | undefined): boolean {
  const lines = lockFile(data);
  return Number(lines?.[PID_LINE]) === pid && lines?.[STATUS_LINE]?.trim() === 'ready';
}

function isPostmasterOf(pid: number, data: string): boolean {
  return readCommandLine(pid).includes(` -D ${data} `);
}
