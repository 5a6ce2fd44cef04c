import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually, RedisServer, redisForTests, settle, skipOrFail } from '@svc/test-servers';
import { cacheStoreConformance } from '../conformance.js';
import { RedisStore } from './redis-store.js';

const redis = await redisForTests();

if (typeof redis === 'string') {
  skipOrFail('the Redis cache store', redis);
} else {
  cacheStoreConformance('Redis', async () => {
    const options = { url: redis.url, prefix: `test-${randomUUID()}:` };
    return {
      stores: [await RedisStore.open(options), await RedisStore.open(options)],
      // The server has its own clock, so the test has to wait.
      passTime: (ms) => settle('the clock of the server stands still', ms),
      stop: () => redis.stop(),
    };
  });
}

const server = await RedisServer.start().catch((error: Error) => error);

if (server instanceof Error) {
  skipOrFail('the Redis cache store in an outage', 'no redis-server on the path');
} else {
  describe('the Redis cache store in an outage', () => {
    afterAll(() => server.stop());

    it('provides an empty cache, local rate limits and no leases, and recovers by itself', async () => {
      const store = await RedisStore.open({ url: server.url });
      const limiter = store.rateLimiter({ name: 'limit', points: 2, windowSeconds: 60 });
      const heard: string[] = [];
      await store.pubSub.subscribe('channel', (message) => heard.push(message));
      await store.cache.set('key', 'value', 60_000);
      const held = await store.leases.acquire('name', 60_000);
      await limiter.consume('key');

      await server.kill();
      await assert.rejects(store.check(), { code: 'unavailable' });
      assert.equal(await store.cache.get('key'), undefined);
      await store.cache.set('key', 'lost', 60_000);
      await store.cache.delete('key');
      assert.equal(await store.cache.add('key', 'value', 60_000), true);
      assert.equal(await store.cache.increment('count', 7, 60_000), 7);
      assert.equal(await store.cache.claimField('fields', 'a', 'mine', { maxFields: 1, ttlMs: 60_000 }), 'mine');
      await store.pubSub.publish('channel', 'lost');
      const late = await store.pubSub.subscribe('late', (message) => heard.push(message));
      await assert.rejects(store.leases.acquire('other', 60_000), { code: 'unavailable' });
      assert.equal(await held?.renew(), false);
      await held?.release();
      const decisions = [await limiter.consume('key'), await limiter.consume('key'), await limiter.consume('key')];
      assert.deepEqual(
        decisions.map(({ allowed }) => allowed),
        [true, true, false],
      );

      await server.restart();
      await eventually('the store answers', () =>
        store.check().then(
          () => true,
          () => false,
        ),
      );
      await store.cache.set('key', 'new', 60_000);
      assert.equal(await store.cache.get('key'), 'new');
      const again = await store.leases.acquire('name', 60_000);
      assert.ok(held && again && again.token > held.token, 'tokens increase although the server has lost its counter');
      await eventually('both subscriptions are back', async () => {
        await store.pubSub.publish('channel', 'a');
        await store.pubSub.publish('late', 'b');
        return heard.includes('a') && heard.includes('b');
      });
      await late.close();
      await store.close();
    });

    it('starts without a server', async () => {
      await server.kill();
      const store = await RedisStore.open({ url: server.url });
      assert.equal(await store.cache.get('key'), undefined);
      await server.restart();
      await eventually('the store answers', () =>
        store.check().then(
          () => true,
          () => false,
        ),
      );
      await store.close();
      await store.close();
    });
  });
}
