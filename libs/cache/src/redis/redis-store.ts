import { unavailable } from '@svc/service-error';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { CacheStore, RateLimiter, RateLimiterOptions } from '../port.js';
import { FlexibleRateLimiter } from '../rate-limiter.js';
import { connectOnce, newConnection, type Connection } from './connection.js';
import type { RedisStoreOptions } from './options.js';
import { RedisCache } from './redis-cache.js';
import { RedisLeases } from './redis-leases.js';
import { RedisPubSub } from './redis-pub-sub.js';

/**
 * The store of several processes. While Redis is unavailable the cache is empty, messages are lost, each process counts rate limits by
 * itself, and leases are `unavailable`; all of it recovers by itself.
 */
export class RedisStore implements CacheStore {
  readonly cache: RedisCache;
  readonly pubSub: RedisPubSub;
  readonly leases: RedisLeases;

  private constructor(
    private readonly commands: Connection,
    private readonly subscriber: Connection,
    private readonly prefix: string,
    isCluster: boolean,
  ) {
    this.cache = new RedisCache(commands, `${prefix}cache:`);
    this.pubSub = new RedisPubSub(commands, subscriber, `${prefix}channel:`, isCluster);
    this.leases = new RedisLeases(commands, `${prefix}lease:`);
  }

  /** Resolves after the first attempt to connect, whether or not it succeeded. */
  static async open(options: RedisStoreOptions): Promise<RedisStore> {
    const commands = newConnection(options);
    const subscriber = newConnection(options, { autoResubscribe: false });
    const isCluster = options.clusterNodes !== undefined;
    const store = new RedisStore(commands, subscriber, options.prefix ?? 'svc:', isCluster);
    await Promise.all([connectOnce(commands), connectOnce(subscriber)]);
    return store;
  }

  rateLimiter({ name, points, windowSeconds }: RateLimiterOptions): RateLimiter {
    const limits = { keyPrefix: `${this.prefix}rate:${name}`, points, duration: windowSeconds };
    const limiter = new RateLimiterRedis({
      ...limits,
      storeClient: this.commands,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
    return new FlexibleRateLimiter(limiter);
  }

  async check(): Promise<void> {
    try {
      await this.commands.ping();
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): Promise<void> {
    this.pubSub.close();
    this.subscriber.disconnect();
    this.commands.disconnect();
    return Promise.resolve();
  }
}
