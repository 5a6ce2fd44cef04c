import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { CacheStore, RateLimiter, RateLimiterOptions } from '../port.js';
import { FlexibleRateLimiter } from '../rate-limiter.js';
import { MemoryCache } from './memory-cache.js';
import { MemoryLeases } from './memory-leases.js';
import { MemoryPubSub } from './memory-pub-sub.js';

export interface MemoryStoreOptions {
  /** Maximum size of the cache including overhead; default 64 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch. Rate limits run on the real clock. */
  readonly now?: () => number;
}

/** The store of a single process, in memory only. */
export class MemoryStore implements CacheStore {
  readonly cache: MemoryCache;
  readonly pubSub = new MemoryPubSub();
  readonly leases: MemoryLeases;
  private readonly limiters = new Map<string, RateLimiter>();

  constructor({ maxBytes = 64 * 1024 * 1024, now = Date.now }: MemoryStoreOptions = {}) {
    this.cache = new MemoryCache(maxBytes, now);
    this.leases = new MemoryLeases(now);
  }

  /** Two limiters of the same name and limits count in the same windows, as on a shared server. */
  rateLimiter({ name, points, windowSeconds }: RateLimiterOptions): RateLimiter {
    const id = `${name}/${points}/${windowSeconds}`;
    let limiter = this.limiters.get(id);
    if (!limiter) {
      limiter = new FlexibleRateLimiter(new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds }));
      this.limiters.set(id, limiter);
    }
    return limiter;
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
