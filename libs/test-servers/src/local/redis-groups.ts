import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { freePorts } from '../free-ports.js';
import { RedisServer } from './redis-server.js';

/** Several Redis servers on free loopback ports. The server that holds the data can be killed, and another takes its place. */
export interface RedisGroup {
  /** The servers with data: first the primaries, then their replicas. */
  readonly servers: readonly RedisServer[];
  /** Where clients begin: the nodes of a cluster, or the Sentinels, as `host:port`. */
  readonly addresses: readonly string[];
  stop(): Promise<void>;
}

/** The time after which a server that does not respond counts as down. */
const DOWN_MS = 1_500;

/** A cluster of three primaries with a replica each. Rejects with the reason if `redis-server` is not installed. */
export async function startRedisCluster(password?: string): Promise<RedisGroup> {
  const busPorts = await freePorts(6);
  const access = password === undefined ? [] : ['--requirepass', password, '--masterauth', password];
  const servers = await startAll(
    busPorts.map((port) => () => {
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(port)];
      return RedisServer.start([...cluster, '--cluster-node-timeout', String(DOWN_MS), ...access]);
    }),
  );
  const addresses = servers.map(({ address }) => address);
  await redisCli(servers[0], password, [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    '1',
    '--cluster-yes',
  ]);
  await eventually('all replicas follow a primary', async () => {
    const infos = await Promise.all(servers.map((server) => redisCli(server, password, ['INFO', 'replication'])));
    return infos.filter((info) => info.includes('master_link_status:up')).length === 3;
  });
  return { servers, addresses, stop: () => stopAll(servers) };
}

/** A primary and a replica that three Sentinels watch as `mymaster`. Rejects with the reason if `redis-server` is not installed. */
export async function startWatchedRedis(): Promise<RedisGroup> {
  const primary = await RedisServer.start();
  const port = primary.address.split(':')[1] ?? '';
  const replica = await RedisServer.start(['--replicaof', '127.0.0.1', port]);
  const lines = [
    `sentinel monitor mymaster 127.0.0.1 ${port} 2`,
    `sentinel down-after-milliseconds mymaster ${DOWN_MS}`,
    'sentinel failover-timeout mymaster 5000',
  ];
  const sentinels = await startAll(Array.from({ length: 3 }, () => () => RedisServer.startSentinel(lines)));
  await eventually('the Sentinels know each other and the replica', async () => {
    const infos = await Promise.all(sentinels.map((sentinel) => redisCli(sentinel, undefined, ['INFO', 'sentinel'])));
    return infos.every((info) => info.includes('slaves=1,sentinels=3'));
  });
  const servers = [primary, replica];
  return {
    servers,
    addresses: sentinels.map(({ address }) => address),
    stop: () => stopAll([...sentinels, ...servers]),
  };
}

/** If one does not start, the others are stopped. */
async function startAll(starts: readonly (() => Promise<RedisServer>)[]): Promise<RedisServer[]> {
  const results = await Promise.allSettled(starts.map((start) => start()));
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return started;
  await stopAll(started);
  throw failed.reason;
}

async function stopAll(servers: readonly RedisServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}

async function redisCli(server: RedisServer | undefined, password: string | undefined, args: readonly string[]) {
  const [host = '', port = ''] = server?.address.split(':') ?? [];
  const access = password === undefined ? [] : ['-a', password, '--no-auth-warning'];
  const { stdout } = await promisify(execFile)('redis-cli', ['-h', host, '-p', port, ...access, ...args]);
  return stdout;
}
