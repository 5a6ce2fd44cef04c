import assert from 'node:assert/strict';
import { cacheStoreConformance } from '../conformance.js';
import { MemoryCache } from './memory-cache.js';
import { MemoryLeases } from './memory-leases.js';
import { MemoryStore } from './memory-store.js';

cacheStoreConformance('the memory of one process', () => {
  let now = 1_700_000_000_000;
  const store = new MemoryStore({ now: () => now });
  return Promise.resolve({
    stores: [store, store],
    passTime: (ms: number) => Promise.resolve(void (now += ms)),
    stop: () => Promise.resolve(),
  });
});

it('limits the size of the cache and evicts the least recently used entries', async () => {
  const cache = new MemoryCache(10_000, () => 0);
  for (let n = 0; n < 5; n++) await cache.set(`key${n}`, 'x'.repeat(750), 1_000);
  assert.ok(await cache.get('key0'));
  await cache.set('key5', 'x'.repeat(750), 1_000);
  await cache.set('key6', 'x'.repeat(750), 1_000);
  assert.equal(await cache.get('key1'), undefined, 'the least recently used is gone');
  assert.ok(await cache.get('key0'), 'the one that was read is kept');
  await cache.set('huge', 'x'.repeat(10_000), 1_000);
  assert.equal(await cache.get('huge'), undefined);
  assert.ok(await cache.get('key6'), 'an entry that can never fit evicts nothing');
});

it('frees space when an entry is replaced or deleted', async () => {
  const cache = new MemoryCache(10_000, () => 0);
  await cache.set('kept', 'x', 1_000);
  for (let n = 0; n < 1_000; n++) await cache.set('same', 'x'.repeat(n % 2_000), 1_000);
  for (let n = 0; n < 1_000; n++) {
    await cache.set(`key${n}`, 'x'.repeat(500), 1_000);
    await cache.delete(`key${n}`);
  }
  assert.equal(await cache.get('kept'), 'x');
});

it('issues greater lease tokens after a restart', async () => {
  const earlier = await new MemoryLeases(() => 1_000).acquire('name', 10);
  const later = await new MemoryLeases(() => 2_000).acquire('name', 10);
  assert.ok(earlier && later && later.token > earlier.token);
});
