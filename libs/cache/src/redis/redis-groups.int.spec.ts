import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  eventually,
  RedisServer,
  settle,
  skipOrFail,
  startRedisCluster,
  startWatchedRedis,
  type RedisGroup,
} from '@svc/test-servers';
import { cacheStoreConformance } from '../conformance.js';
import type { RedisStoreOptions } from './options.js';
import { RedisStore } from './redis-store.js';

const PASSWORD = 'password-of-the-nodes';

/** The kinds of groups, each with the options that reach it. The host of the URL is not theirs. */
const KINDS: Record<
  string,
  { start: () => Promise<RedisGroup>; options: (addresses: readonly string[]) => RedisStoreOptions }
> = {
  'Redis behind Sentinels': {
    start: startWatchedRedis,
    options: (addresses) => ({ url: 'redis://ignored:1', sentinels: { addresses, name: 'mymaster' } }),
  },
  'a Redis Cluster': {
    start: () => startRedisCluster(PASSWORD),
    options: (clusterNodes) => ({ url: `redis://:${PASSWORD}@ignored:1`, clusterNodes }),
  },
};

for (const [name, { start, options }] of Object.entries(KINDS)) {
  const missing = await RedisServer.prepare().catch((error: Error) => error);
  if (missing instanceof Error) {
    skipOrFail(name, missing.message);
    continue;
  }
  let group: RedisGroup;
  const open = () => RedisStore.open({ ...options(group.addresses), prefix: `test-${randomUUID()}:` });

  describe(name, () => {
    beforeAll(async () => {
      group = await start();
    });
    afterAll(() => group.stop());

    cacheStoreConformance('while all servers respond', async () => {
      const shared = { ...options(group.addresses), prefix: `test-${randomUUID()}:` };
      return {
        stores: [await RedisStore.open(shared), await RedisStore.open(shared)],
        passTime: (ms) => settle('the clock of the server stands still', ms),
        stop: () => Promise.resolve(),
      };
    });

    it('begins at any server that responds', async () => {
      const nowhere = { ...options(['127.0.0.1:1', ...group.addresses.slice(-1)]), prefix: `test-${randomUUID()}:` };
      const store = await RedisStore.open(nowhere);
      await eventually('the store answers', () => answers(store));
      await store.close();
    });

    it('continues with another server when a primary dies', async () => {
      const store = await open();
      const limiters = Array.from({ length: 20 }, (_, i) =>
        store.rateLimiter({ name: `limit-${i}`, points: 1000, windowSeconds: 60 }),
      );
      const names = limiters.map((_, i) => `name-${i}`);
      const heard = new Set<string>();
      await store.pubSub.subscribe('channel', (message) => heard.add(message));
      for (const key of names) await store.cache.set(key, key, 600_000);

      await group.servers[0]?.kill();
      await eventually('every key has a primary', async () => {
        const leases = await Promise.all(names.map((key) => store.leases.acquire(key, 500).catch(() => undefined)));
        // Otherwise those of this attempt, which end at different times, could keep every later one from getting all of them.
        await Promise.allSettled(leases.map(async (lease) => lease?.release()));
        return leases.every((lease) => lease !== undefined) && answers(store);
      });
      for (const key of names) {
        await store.cache.set(key, 'after', 600_000);
        assert.equal(await store.cache.get(key), 'after');
      }
      for (const limiter of limiters) assert.equal((await limiter.consume('key')).allowed, true);
      await eventually('the subscription is back', async () => {
        const message = randomUUID();
        await store.pubSub.publish('channel', message);
        await settle('a message needs a moment', 50);
        return heard.has(message);
      });
      await store.close();
    });
  });
}

function answers(store: RedisStore): Promise<boolean> {
  return store.check().then(
    () => true,
    () => false,
  );
}
