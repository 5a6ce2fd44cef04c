import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY_CACHE_TTL_MS, hashSecret } from '@svc/auth';
import { KeyCache } from './key-cache.js';

const HASH = hashSecret('a-secret');

function setUp(maxEntries?: number) {
  let now = 1_000_000;
  const loads: string[] = [];
  const gate: { wait: Promise<void> } = { wait: Promise.resolve() };
  const known = new Map([[HASH.toString('hex'), { id: 'key-1' }]]);
  const cache = new KeyCache({
    clock: () => now,
    load: async (sha256: Buffer) => {
      loads.push(sha256.toString('hex'));
      const found = known.get(sha256.toString('hex')) ?? null;
      await gate.wait;
      return found;
    },
    ...(maxEntries !== undefined && { maxEntries }),
  });
  return { cache, loads, known, gate, advance: (ms: number) => void (now += ms) };
}

describe('cache of verified keys', () => {
  it('asks once for a key within five seconds, and again after them', async () => {
    const { cache, loads, advance } = setUp();
    await cache.get(HASH);
    advance(KEY_CACHE_TTL_MS - 1);
    assert.deepEqual(await cache.get(HASH), { id: 'key-1' });
    assert.equal(loads.length, 1);
    advance(1);
    await cache.get(HASH);
    assert.equal(loads.length, 2);
  });

  it('asks once for requests that come together', async () => {
    const { cache, loads } = setUp();
    await Promise.all([cache.get(HASH), cache.get(HASH), cache.get(HASH)]);
    assert.equal(loads.length, 1);
  });

  it('forgets a revoked key at once', async () => {
    const { cache, known } = setUp();
    await cache.get(HASH);
    known.clear();
    cache.forget('key-1');
    assert.equal(await cache.get(HASH), null);
  });

  it('does not remember what was looked up before a revocation', async () => {
    const { cache, gate, known } = setUp();
    let release = (): void => undefined;
    gate.wait = new Promise((resolve) => (release = resolve));
    const early = cache.get(HASH);
    known.clear();
    cache.forget('key-1');
    const late = cache.get(HASH);
    release();
    await early;
    assert.equal(await late, null);
    assert.equal(await cache.get(HASH), null);
  });

  it('knows a key from the moment it is made', async () => {
    const { cache, known } = setUp();
    const fresh = hashSecret('fresh');
    assert.equal(await cache.get(fresh), null);
    known.set(fresh.toString('hex'), { id: 'key-2' });
    assert.deepEqual(await cache.get(fresh), { id: 'key-2' });
  });

  it('asks again after a look-up that failed', async () => {
    const { cache, gate } = setUp();
    gate.wait = Promise.reject(new Error('no database'));
    await assert.rejects(cache.get(HASH));
    gate.wait = Promise.resolve();
    assert.deepEqual(await cache.get(HASH), { id: 'key-1' });
  });

  it('stays within its bound', async () => {
    const { cache, loads, known } = setUp(1);
    const other = hashSecret('other');
    known.set(other.toString('hex'), { id: 'key-2' });
    await cache.get(HASH);
    await cache.get(other);
    await cache.get(HASH);
    assert.equal(loads.length, 3);
  });
});
