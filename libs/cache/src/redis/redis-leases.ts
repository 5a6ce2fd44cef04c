import { randomUUID } from 'node:crypto';
import { unavailable } from '@svc/service-error';
import type { Lease, Leases } from '../port.js';
import type { Connection } from './connection.js';

/**
 * Acquires the lease and increments its token atomically. Using the time as a minimum keeps tokens increasing when the server has lost its
 * data.
 */
const ACQUIRE = `
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local now = redis.call('TIME')
local floor = now[1] * 1000 + math.floor(now[2] / 1000)
local token = math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, floor)
redis.call('SET', KEYS[2], string.format('%.0f', token))
return token`;

/** Compares the token first, because another process may hold a lease that has expired. */
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

export class RedisLeases implements Leases {
  constructor(
    private readonly redis: Connection,
    private readonly prefix: string,
  ) {}

  async acquire(name: string, ttlMs: number): Promise<Lease | undefined> {
    // The braces place both keys in the same slot of a cluster.
    const [key, tokenKey] = [`${this.prefix}{${name}}`, `${this.prefix}{${name}}:token`];
    const holder = randomUUID();
    const ttl = Math.max(1, Math.ceil(ttlMs));
    try {
      const token = Number(await this.redis.eval(ACQUIRE, 2, key, tokenKey, holder, ttl));
      if (token === 0) return undefined;
      return {
        name,
        token,
        renew: () => this.#compareAnd(RENEW, key, holder, ttl),
        release: () => this.#compareAnd(RELEASE, key, holder, ttl).then(() => undefined),
      };
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** An unavailable store cannot confirm the lease, so the holder must consider it lost. */
  #compareAnd(script: string, key: string, holder: string, ttlMs: number): Promise<boolean> {
    return this.redis.eval(script, 1, key, holder, ttlMs).then(
      (done) => done === 1,
      () => false,
    );
  }
}
