import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from './launcher.js';

/** The files of one database cluster on disk. */
export interface Cluster {
  readonly data: string;
  /** Directory of the Unix socket, the only way to connect. */
  readonly sockets: string;
  readonly log: string;
  readonly isDurable: boolean;
}

/** A cluster with a password of its own, ready to be used. */
export interface UsableCluster extends Cluster {
  /** Connection URL with the role that owns the tables. */
  readonly url: string;
  /** Connection URL with the role of the service. */
  readonly serviceUrl: string;
}

export function hasCluster(directory: string): boolean {
  return existsSync(path.join(directory, 'data'));
}

/** The cluster of a directory, which must have one. Creates what else its server needs. */
export function openCluster(directory: string, isDurable: boolean): UsableCluster {
  const serviceSecret = path.join(directory, 'service-secret');
  if (!existsSync(serviceSecret)) writeSecret(serviceSecret, randomSecret());
  const sockets = socketDirectory(path.join(directory, 'run'), 0o711);
  return {
    data: path.join(directory, 'data'),
    sockets,
    log: path.join(directory, 'server.log'),
    isDurable,
    url: toUrl(OWNER, readFileSync(path.join(directory, 'secret'), 'utf8'), sockets),
    serviceUrl: toUrl(SERVICE, readFileSync(serviceSecret, 'utf8'), sockets),
  };
}

/** The cluster of a directory while it is created, under names that no other process looks for. */
export function unfinishedCluster(directory: string, isDurable: boolean): Cluster {
  return {
    data: path.join(directory, 'data.new'),
    sockets: socketDirectory(path.join(directory, 'run.new'), 0o700),
    log: path.join(directory, 'server.log'),
    isDurable,
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
  return toUrl(SERVICE, readFileSync(path.join(directory, 'service-secret'), 'utf8'), sockets);
}

/** The superuser of the cluster, and the role that a migration creates for the service. */
export const OWNER = 'svc';
const SERVICE = 'svc_service';

export function toUrl(role: string, password: string, sockets: string): string {
  return `postgresql://${role}:${password}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
}

/** A password that needs no encoding in a URL. */
export function randomSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Keeps the password of the owner of a new cluster. */
export function writeOwnerSecret(directory: string, secret: string): void {
  writeSecret(path.join(directory, 'secret'), secret);
}

function writeSecret(file: string, secret: string): void {
  writeFileSync(file, secret, { mode: 0o600 });
}

/** The path of a socket has at most 107 bytes on Linux and 103 on macOS, and Postgres appends a file name to the directory. */
const MAX_SOCKET_PATH_BYTES = 103;

function socketDirectory(wanted: string, mode: number): string {
  if (Buffer.byteLength(path.join(wanted, '.s.PGSQL.5432')) > MAX_SOCKET_PATH_BYTES)
    return mkdtempSync(path.join(tmpdir(), 'svc-postgres-'));
  mkdirSync(wanted, { recursive: true });
  chmodSync(wanted, mode);
  return wanted;
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

/** Gives a file to an account; undefined if that is the account of this process. */
export function give(target: string, account: Account | undefined): void {
  if (account) lchownSync(target, account.uid, account.gid);
}
