import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import type { CacheStore } from './port.js';

export interface StoreUnderTest {
  /** Two views of one store, as in two processes; the same object for a store of a single process. */
  readonly stores: readonly [CacheStore, CacheStore];
  /** Advances the time for entries and leases to expire. */
  passTime(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Registers the tests of the four ports while the store is available. */
export function cacheStoreConformance(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let underTest: StoreUnderTest;
    let one: CacheStore;
    let other: CacheStore;
    beforeAll(async () => {
      underTest = await start();
      [one, other] = underTest.stores;
    });
    afterAll(async () => {
      await Promise.all([one?.close(), other?.close()]);
      await underTest?.stop();
    });
    const passTime = (ms: number) => underTest.passTime(ms);

    describe('as a cache', () => {
      it('returns a value to every process until it is deleted', async () => {
        const key = randomUUID();
        assert.equal(await one.cache.get(key), undefined);
        for (const value of ['', 'text', '{"ключ":"🚀"}', 'x'.repeat(100_000)]) {
          await one.cache.set(key, value, 60_000);
          assert.equal(await other.cache.get(key), value);
        }
        await other.cache.delete(key);
        assert.equal(await one.cache.get(key), undefined);
      });

      it('expires a value after its time to live, which a new value restarts', async () => {
        const [short, renewed] = [randomUUID(), randomUUID()];
        await one.cache.set(short, 'a', 300);
        await one.cache.set(renewed, 'a', 300);
        assert.equal(await one.cache.get(short), 'a');
        await one.cache.set(renewed, 'b', 60_000);
        await passTime(350);
        assert.equal(await one.cache.get(short), undefined);
        assert.equal(await one.cache.get(renewed), 'b');
        await one.cache.set(renewed, 'c', 0);
        assert.equal(await one.cache.get(renewed), undefined);
      });

      it('gives a claim to exactly one of many concurrent callers, and tells all of them to whom', async () => {
        const key = randomUUID();
        const claims = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).cache.claim(key, String(i), 5_000));
        const [holder, ...others] = new Set(await Promise.all(claims));
        assert.deepEqual(others, []);
        assert.equal(await other.cache.claim(key, 'late', 5_000), holder);
        assert.equal(await one.cache.get(key), holder);
      });

      it('adds a key for exactly one of many concurrent callers, and again after it has expired', async () => {
        const key = randomUUID();
        const adds = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).cache.add(key, String(i), 300));
        assert.equal((await Promise.all(adds)).filter(Boolean).length, 1);
        assert.equal(await one.cache.add(key, 'late', 300), false);
        await passTime(350);
        assert.equal(await one.cache.add(key, 'new', 300), true);
        assert.equal(await other.cache.get(key), 'new');
      });
    });

    describe('as a cache with fields and counters', () => {
      it('gives each field of a key to one of many concurrent callers, and to none beyond the most that it may have', async () => {
        const key = randomUUID();
        const claim = (field: string, value: string) =>
          one.cache.claimField(key, field, value, { maxFields: 2, ttlMs: 5_000 });
        const values = await Promise.all(Array.from({ length: 20 }, (_, i) => claim('a', String(i))));
        assert.equal(new Set(values).size, 1);
        const others = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(`field ${i}`, 'ü')));
        assert.deepEqual(
          others.filter((value) => value !== undefined),
          ['ü'],
        );
        assert.equal(await other.cache.claimField(key, 'a', 'late', { maxFields: 2, ttlMs: 5_000 }), values[0]);
      });

      it('gives a field again when the time to live of the first one has passed', async () => {
        const key = randomUUID();
        const claim = (field: string, ttlMs: number) =>
          one.cache.claimField(key, field, field, { maxFields: 2, ttlMs });
        assert.equal(await claim('a', 300), 'a');
        assert.equal(await claim('b', 60_000), 'b');
        assert.equal(await claim('c', 60_000), undefined);
        await passTime(350);
        assert.equal(await claim('c', 300), 'c');
      });

      it('returns a different sum to each of many concurrent callers', async () => {
        const key = randomUUID();
        const sums = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).cache.increment(key, 3, 5_000));
        const expected = Array.from({ length: 20 }, (_, i) => 3 * (i + 1));
        assert.deepEqual(
          (await Promise.all(sums)).toSorted((a, b) => a - b),
          expected,
        );
        assert.equal(await other.cache.increment(key, -60, 5_000), 0);
      });

      it('counts from 0 again when the time to live of the first addition has passed', async () => {
        const key = randomUUID();
        assert.equal(await one.cache.increment(key, 5, 300), 5);
        assert.equal(await one.cache.increment(key, 0, 60_000), 5);
        await passTime(350);
        assert.equal(await other.cache.increment(key, 1, 300), 1);
      });
    });

    describe('as publish/subscribe', () => {
      it('delivers every message of a channel in order to its listeners only', async () => {
        const channel = randomUUID();
        const heard: string[][] = [[], [], []];
        await one.pubSub.subscribe(channel, (message) => heard[0]?.push(message));
        await other.pubSub.subscribe(channel, (message) => heard[1]?.push(message));
        await one.pubSub.subscribe(randomUUID(), (message) => heard[2]?.push(message));
        const messages = Array.from({ length: 50 }, (_, i) => `message ${i} 🚀`);
        for (const message of messages) await one.pubSub.publish(channel, message);
        await eventually('all messages', () => heard[0]?.length === 50 && heard[1]?.length === 50);
        assert.deepEqual(heard, [messages, messages, []]);
      });

      it('delivers nothing to a closed subscription, but still to others', async () => {
        const channel = randomUUID();
        const heard: string[] = [];
        const listener = (message: string): void => void heard.push(message);
        const closed = await one.pubSub.subscribe(channel, listener);
        await one.pubSub.subscribe(channel, listener);
        await closed.close();
        await closed.close();
        await other.pubSub.publish(channel, 'x');
        await eventually('the message', () => heard.length > 0);
        await other.pubSub.publish(channel, 'y');
        await eventually('the second message', () => heard.length > 1);
        assert.deepEqual(heard, ['x', 'y']);
      });

      it('isolates listeners from one that throws', async () => {
        const channel = randomUUID();
        const heard: string[] = [];
        await one.pubSub.subscribe(channel, () => {
          throw new Error('a listener has failed');
        });
        await one.pubSub.subscribe(channel, (message) => heard.push(message));
        await one.pubSub.publish(channel, 'x');
        await eventually('the message', () => heard.length === 1);
      });
    });

    describe('as leases', () => {
      it('grants the lease to one of many, until it is released', async () => {
        const name = randomUUID();
        const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).leases.acquire(name, 60_000));
        const held = (await Promise.all(asked)).filter((lease) => lease !== undefined);
        assert.equal(held.length, 1);
        assert.equal(await other.leases.acquire(name, 60_000), undefined);
        await held[0]?.release();
        await held[0]?.release();
        assert.ok(await other.leases.acquire(name, 60_000));
        assert.ok(await one.leases.acquire(randomUUID(), 60_000), 'other names are free');
      });

      it('expires without renewal, after which its holder can neither renew nor release it', async () => {
        const name = randomUUID();
        const first = await one.leases.acquire(name, 3_000);
        // Together longer than the lease, and each far shorter, because a busy machine is late.
        for (let n = 0; n < 2; n++) {
          await passTime(1_600);
          assert.equal(await first?.renew(), true);
        }
        await passTime(3_100);
        assert.equal(await first?.renew(), false);
        const second = await other.leases.acquire(name, 60_000);
        assert.ok(second);
        assert.equal(await first?.renew(), false);
        await first?.release();
        assert.equal(await one.leases.acquire(name, 60_000), undefined);
        assert.equal(await second.renew(), true);
      });

      it('gives every holder a greater token than its predecessors', async () => {
        const name = randomUUID();
        let last = 0;
        for (let n = 0; n < 10; n++) {
          const lease = await (n % 2 ? one : other).leases.acquire(name, 60_000);
          assert.ok(lease && Number.isSafeInteger(lease.token) && lease.token > last);
          last = lease.token;
          await lease.release();
        }
      });
    });

    describe('as a rate limiter', () => {
      it('allows the points of a window over all processes, then refuses until the next window', async () => {
        const limits = { name: `limit-${randomUUID()}`, points: 10, windowSeconds: 60 };
        const [a, b] = [one.rateLimiter(limits), other.rateLimiter(limits)];
        const asked = Array.from({ length: 30 }, (_, i) => (i % 2 ? a : b).consume('key'));
        const decisions = await Promise.all(asked);
        const allowed = decisions.filter((decision) => decision.allowed);
        assert.equal(allowed.length, 10);
        assert.deepEqual(
          allowed.map(({ remaining }) => remaining).toSorted((x, y) => y - x),
          [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        );
        for (const decision of decisions) {
          assert.ok(decision.resetSeconds >= 1 && decision.resetSeconds <= 60);
          assert.ok(decision.allowed || decision.remaining === 0);
        }
        assert.equal((await a.consume('another key')).remaining, 9);
      });

      it('consumes several points at once and starts a new window after the old one', async () => {
        const limiter = one.rateLimiter({ name: `limit-${randomUUID()}`, points: 5, windowSeconds: 1 });
        assert.deepEqual(await limiter.consume('key', 3), { allowed: true, remaining: 2, resetSeconds: 1 });
        assert.equal((await limiter.consume('key', 3)).allowed, false);
        await eventually('a new window', async () => (await limiter.consume('key', 1)).allowed);
      });

      it('gives all points back at a reset, to every process', async () => {
        const limits = { name: `limit-${randomUUID()}`, points: 2, windowSeconds: 60 };
        const [a, b] = [one.rateLimiter(limits), other.rateLimiter(limits)];
        await a.consume('key', 2);
        await b.reset('key');
        await b.reset('key that was never used');
        assert.equal((await a.consume('key')).remaining, 1);
      });

      it('separates limiters of different names', async () => {
        const [a, b] = [randomUUID(), randomUUID()].map((name) =>
          one.rateLimiter({ name, points: 1, windowSeconds: 60 }),
        );
        assert.equal((await a?.consume('key'))?.allowed, true);
        assert.equal((await b?.consume('key'))?.allowed, true);
        assert.equal((await a?.consume('key'))?.allowed, false);
      });
    });

    it('resolves check() while the store is available', () => one.check());
  });
}
