import type { Cache } from '../port.js';
import type { Connection } from './connection.js';

/** The server limits the memory (maxmemory with an eviction policy); every entry has a time to live. */
export class RedisCache implements Cache {
  constructor(
    private readonly redis: Connection,
    private readonly prefix: string,
  ) {}

  async get(key: string): Promise<string | undefined> {
    const value = await orElse(this.redis.get(this.prefix + key), null);
    return value ?? undefined;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    if (ttlMs <= 0) return this.delete(key);
    await orElse(this.redis.set(this.prefix + key, value, 'PX', Math.ceil(ttlMs)), null);
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const added = this.redis.set(this.prefix + key, value, 'PX', Math.max(1, Math.ceil(ttlMs)), 'NX');
    return (await orElse(added, 'OK')) === 'OK';
  }

  async claim(key: string, value: string, ttlMs: number): Promise<string> {
    if (await this.add(key, value, ttlMs)) return value;
    // If the entry expired in between, no other caller holds the claim.
    return (await this.get(key)) ?? value;
  }

  async delete(key: string): Promise<void> {
    await orElse(this.redis.del(this.prefix + key), 0);
  }
}

/** An unavailable store must behave like an empty one. */
function orElse<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch(() => otherwise);
}
