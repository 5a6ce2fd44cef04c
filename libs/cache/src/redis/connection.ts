import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadline } from '@svc/config';
import { Cluster, Redis, type RedisCommander, type RedisOptions } from 'ioredis';
import type { RedisStoreOptions } from './options.js';

/** A connection to one server, to the current primary, or to all nodes of a cluster. */
export interface Connection extends RedisCommander, Pick<EventEmitter, 'on'> {
  connect(): Promise<void>;
  disconnect(): void;
}

const CONNECT_TIMEOUT_MS = deadline(3_000);
/** A command that reaches a node which no longer has its slot, or none, is sent again this often, each time after this pause. */
const REDIRECTIONS = 5;
const REDIRECTION_PAUSE_MS = 100;

const backoffMs = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000);

/**
 * A connection that fails fast and reconnects by itself: while disconnected, commands fail instead of being queued, because a
 * request that waits for its cache is slower than one without.
 */
export function newConnection(options: RedisStoreOptions, more: RedisOptions = {}): Connection {
  const connection = options.clusterNodes === undefined ? connectServer(options, more) : connectCluster(options);
  // Without a listener, the first refused connection would crash the process. Each command reports its own failure.
  connection.on('error', () => undefined);
  return connection;
}

function connectServer(options: RedisStoreOptions, more: RedisOptions): Connection {
  const failFast: RedisOptions = {
    ...timeouts(options),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: backoffMs,
    ...more,
  };
  const { sentinels, url } = options;
  if (sentinels === undefined) return new Redis(url, failFast);
  const { tls, ...access } = toAccess(url);
  return new Redis({
    ...failFast,
    ...access,
    ...(tls && { tls, enableTLSForSentinelMode: true, sentinelTLS: tls }),
    sentinels: sentinels.addresses.map(toAddress),
    name: sentinels.name,
    ...(sentinels.password !== undefined && { sentinelPassword: sentinels.password }),
    sentinelRetryStrategy: backoffMs,
    // Sentinels close the connections of a server that becomes a replica; this is for one that was missed.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

function connectCluster(options: RedisStoreOptions): Connection {
  const { db: _, ...access } = toAccess(options.url);
  const cluster = new Cluster((options.clusterNodes ?? []).map(toAddress), {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: backoffMs,
    maxRedirections: REDIRECTIONS,
    retryDelayOnFailover: REDIRECTION_PAUSE_MS,
    retryDelayOnClusterDown: REDIRECTION_PAUSE_MS,
    redisOptions: { ...timeouts(options), ...access },
  });
  // The library connects to a node at its first command, and refuses others until it has.
  const connectNodes = (nodes: readonly Redis[]): void => {
    for (const node of nodes) if (node.status === 'wait') node.connect().catch(() => undefined);
  };
  cluster.on('ready', () => connectNodes(cluster.nodes()));
  cluster.on('+node', (node: Redis) => connectNodes(cluster.status === 'ready' ? [node] : []));
  return cluster;
}

function timeouts({ commandTimeoutMs = deadline(1_000) }: RedisStoreOptions) {
  return { connectTimeout: CONNECT_TIMEOUT_MS, commandTimeout: commandTimeoutMs };
}

/** The parts of the URL that apply to each of several servers. */
function toAccess(url: string) {
  const { protocol, username, password, pathname } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    db: Number(pathname.slice(1)),
  };
}

function toAddress(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}

/** Waits for the first attempt only; if it fails, or no Sentinel responds, the connection continues to retry. */
export async function connectOnce(connection: Connection): Promise<void> {
  await Promise.race([
    connection.connect().catch(() => undefined),
    sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false }),
  ]);
}
