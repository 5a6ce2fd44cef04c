import type { Cache, FieldLimits } from '../port.js';
import type { Connection } from './connection.js';

/** Adds to the counter, whose time to live starts when it has none. */
const INCREMENT = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return sum`;

const CLAIM_FIELD = `
local held = redis.call('HGET', KEYS[1], ARGV[1])
if held then return held end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return false end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return ARGV[2]`;

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

  async increment(key: string, by: number, ttlMs: number): Promise<number> {
    const sum = this.redis.eval(INCREMENT, 1, this.prefix + key, by, Math.max(1, Math.ceil(ttlMs)));
    return Number(await orElse(sum, by));
  }

  async claimField(key: string, field: string, value: string, limits: FieldLimits): Promise<string | undefined> {
    const { maxFields, ttlMs } = limits;
    const ttl = Math.max(1, Math.ceil(ttlMs));
    const held = await orElse(this.redis.eval(CLAIM_FIELD, 1, this.prefix + key, field, value, maxFields, ttl), value);
    return typeof held === 'string' ? held : undefined;
  }

  async delete(key: string): Promise<void> {
    await orElse(this.redis.del(this.prefix + key), 0);
  }
}

/** An unavailable store must behave like an empty one. */
function orElse<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch(() => otherwise);
}
