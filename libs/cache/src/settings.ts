import { optional, setting, type ConfigOf } from '@svc/config';
import type { RedisStoreOptions } from './redis/options.js';

const isAddress = (text: string): boolean => /^([^:[\]@/\s]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/.test(text);

/** The Redis of a service: one server, the servers that Sentinels watch, or a cluster. */
export const REDIS_SETTINGS = {
  SVC_REDIS_URL: setting.url({
    protocols: ['redis:', 'rediss:'],
    default: 'redis://127.0.0.1:6379',
    description:
      'URL of Redis, for the cache, rate limits, publish/subscribe and the state that processes share. With Sentinels or a cluster, its user, password, database and TLS (`rediss:`) apply to all servers, and its host is ignored',
  }),
  SVC_REDIS_SENTINELS: setting.list({
    default: [],
    isValid: isAddress,
    reason: 'must have the form host:port,host:port',
    description: 'Addresses of Redis Sentinels, which know the current primary: `host:port,…`',
  }),
  SVC_REDIS_SENTINEL_NAME: setting.text({
    default: 'mymaster',
    description: 'The name under which the Sentinels watch the primary',
  }),
  SVC_REDIS_SENTINEL_PASSWORD: optional(setting.secret({ description: 'Password of the Sentinels' })),
  SVC_REDIS_CLUSTER_NODES: setting.list({
    default: [],
    isValid: isAddress,
    reason: 'must have the form host:port,host:port',
    description: 'Addresses of some nodes of a Redis Cluster, which name the others: `host:port,…`',
  }),
} as const;

/**
 * Converts the settings to plain values, which may be handed to a worker thread.
 *
 * @throws Error if settings contradict each other.
 */
export function toRedisOptions(config: ConfigOf<typeof REDIS_SETTINGS>): RedisStoreOptions {
  const { SVC_REDIS_URL: url, SVC_REDIS_SENTINELS: sentinels, SVC_REDIS_CLUSTER_NODES: clusterNodes } = config;
  if (sentinels.length > 0 && clusterNodes.length > 0)
    throw new Error('SVC_REDIS_SENTINELS and SVC_REDIS_CLUSTER_NODES cannot be set together');
  if (clusterNodes.length > 0) {
    if (!/^\/?0?$/.test(new URL(url).pathname))
      throw new Error('SVC_REDIS_URL must name no database with SVC_REDIS_CLUSTER_NODES: a cluster has only number 0');
    return { url, clusterNodes };
  }
  if (sentinels.length === 0) return { url };
  const { SVC_REDIS_SENTINEL_NAME: name, SVC_REDIS_SENTINEL_PASSWORD: password } = config;
  return { url, sentinels: { addresses: sentinels, name, ...(password !== undefined && { password }) } };
}
