import assert from 'node:assert/strict';
import { ResourceCache } from './resource-cache.js';

describe('ResourceCache', () => {
  it('keeps the resources of projects apart', () => {
    const cache = new ResourceCache();
    cache.set(1, '7', { 'service.name': 'ours' });
    assert.deepEqual(cache.get(1, '7'), { 'service.name': 'ours' });
    assert.equal(cache.get(2, '7'), undefined);
    assert.equal(cache.get(17, ''), undefined);
  });

  it('evicts the least recently used entry when full, and never exceeds its size', () => {
    const cache = new ResourceCache(1000);
    const large = { text: 'x'.repeat(400) };
    cache.set(1, '1', large);
    cache.set(1, '2', large);
    cache.get(1, '1');
    cache.set(1, '3', large);
    assert.deepEqual(
      ['1', '2', '3'].map((hash) => cache.get(1, hash) !== undefined),
      [true, false, true],
    );
    cache.set(1, '4', { text: 'x'.repeat(2000) });
    assert.equal(cache.get(1, '4'), undefined);
  });
});
