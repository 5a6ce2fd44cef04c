import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account, Launcher } from './launcher.js';

/** The files of one database cluster on disk. */
export interface Cluster {
  readonly data: string;
  /** Directory of the Unix socket, the only way to connect. */
  readonly sockets: string;
  readonly log: string;
  /** Connection URL with the role that owns the tables. */
  readonly url: string;
  /** Connection URL with the role of the service. */
  readonly serviceUrl: string;
  readonly isDurable: boolean;
}

/** Creates the cluster on the first start; an interrupted first start is repeated. Later starts use the existing cluster. */
export async function prepareCluster(directory: string, launcher: Launcher, isDurable: boolean): Promise<Cluster> {
  const data = path.join(directory, 'data');
  const secret = path.join(directory, 'secret');
  if (!existsSync(data)) {
    writeSecret(secret);
    await initialise(directory, data, launcher, isDurable ? [] : ['--no-sync']);
  }
  const sockets = socketDirectory(directory);
  const serviceSecret = path.join(directory, 'service-secret');
  if (!existsSync(serviceSecret)) writeSecret(serviceSecret);
  return {
    data,
    sockets,
    log: path.join(directory, 'server.log'),
    isDurable,
    url: toUrl(OWNER, secret, sockets),
    serviceUrl: toUrl(SERVICE, serviceSecret, sockets),
  };
}

/**
 * The address of a cluster that another process runs on this directory, with the role of the service.
 * @throws Error if none runs.
 */
export function runningClusterUrl(directory: string): string {
  const file = path.join(directory, 'data', 'postmaster.pid');
  // Its fifth line is the directory of the socket.
  const sockets = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4] : undefined;
  if (!sockets) throw new Error('The service does not run on this state directory.');
  return toUrl(SERVICE, path.join(directory, 'service-secret'), sockets);
}

/** The superuser of the cluster, and the role that a migration creates for the service. */
const OWNER = 'svc';
const SERVICE = 'svc_service';

function toUrl(role: string, secretFile: string, sockets: string): string {
  const password = readFileSync(secretFile, 'utf8');
  return `postgresql://${role}:${password}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
}

function writeSecret(file: string): void {
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
}

/** The rename comes last, so that a directory named `data` is always a complete cluster. */
async function initialise(directory: string, data: string, launcher: Launcher, options: string[]): Promise<void> {
  const unfinished = path.join(directory, 'data.new');
  const passwordFile = path.join(directory, 'secret.new');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  give(unfinished, launcher.setupAccount);
  rmSync(passwordFile, { force: true });
  copyFileSync(path.join(directory, 'secret'), passwordFile);
  give(passwordFile, launcher.setupAccount);
  const { file, args, ...account } = launcher.command('initdb', [
    `--pgdata=${unfinished}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...options,
  ]);
  const initdb = spawn(file, args, {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint] = await Promise.all([text(initdb.stderr), once(initdb, 'close')]);
  rmSync(passwordFile);
  if (initdb.exitCode !== 0) throw new Error('The embedded Postgres could not be set up.', { cause: complaint });
  renameSync(unfinished, data);
}

/** The server does not inherit the environment of this process, which contains secrets. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** The path of a socket has at most 107 bytes on Linux and 103 on macOS, and Postgres appends a file name to the directory. */
const MAX_SOCKET_PATH_BYTES = 103;

function socketDirectory(directory: string): string {
  const beside = path.join(directory, 'run');
  if (Buffer.byteLength(path.join(beside, '.s.PGSQL.5432')) > MAX_SOCKET_PATH_BYTES)
    return mkdtempSync(path.join(tmpdir(), 'svc-postgres-'));
  mkdirSync(beside, { recursive: true });
  chmodSync(beside, 0o711);
  return beside;
}

/**
 * Hands the files over to the account of the server. The directory itself comes last, so that an interrupted call is repeated; after
 * that it costs nothing. No server of another account may run.
 */
export function handOver({ data, sockets, log }: Cluster, account: Account | undefined): void {
  if (!account) return;
  give(sockets, account);
  if (statSync(data).uid === account.uid) return;
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(data, name), account.uid, account.gid);
  }
  if (existsSync(log)) give(log, account);
  give(data, account);
}

function give(target: string, account: Account | undefined): void {
  if (account) lchownSync(target, account.uid, account.gid);
}
