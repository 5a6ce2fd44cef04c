import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { generateKey } from '@svc/encryption';
import type { WaitingEvent } from '@svc/replay';
import { WaitingSlices, type WaitingOwner } from './waiting-slices.js';

const KEY = generateKey('k');
const SLICE = Buffer.alloc(71, 'x');
/** Characters of a slice that is encrypted, which has 28 bytes more then, in base64. */
const SEALED = 132;

describe('slices that wait', () => {
  let stores: MemoryStore;
  beforeEach(() => {
    stores = new MemoryStore();
  });
  afterEach(() => stores.close());

  const owner = (projectNumber: number): WaitingOwner => ({ projectNumber, key: KEY });
  /** Slices of an event with one more. */
  const event = (seq: number, sessionId: string, bytes = SLICE, count = 1): WaitingEvent => ({
    sessionId,
    windowId: 'w',
    seq,
    total: count + 1,
    pieces: Array.from({ length: count }, (_, at) => ({ index: at + 1, bytes })),
  });
  const limited = (session: number, project: number, all: number) =>
    new WaitingSlices(stores.cache, { session, project, all });

  it('are limited by the characters that the cache keeps, whatever letters a page has', async () => {
    const waiting = limited(SEALED, 10_000, 10_000);
    assert.equal(await waiting.add(owner(1), event(0, 'latin')), 'waiting');
    assert.equal(await waiting.add(owner(1), event(0, 'chinese', Buffer.from('好'.repeat(23)))), 'waiting');
    assert.equal(await waiting.add(owner(1), event(0, 'longer', Buffer.from('好'.repeat(24)))), 'too_many');
  });

  it('take nothing from their project if their session is full, nor from others if their project is', async () => {
    const waiting = limited(2 * SEALED, 3 * SEALED, 4 * SEALED);
    for (let seq = 0; seq < 9; seq++)
      assert.equal(await waiting.add(owner(1), event(seq, 'a')), seq < 2 ? 'waiting' : 'too_many');
    for (let seq = 0; seq < 9; seq++)
      assert.equal(await waiting.add(owner(1), event(seq, 'b')), seq < 1 ? 'waiting' : 'too_many');
    for (let seq = 0; seq < 9; seq++)
      assert.equal(await waiting.add(owner(2), event(seq, 'a')), seq < 1 ? 'waiting' : 'too_many');
    assert.equal(await stores.cache.increment('replay:waiting', 0, 1), 4 * SEALED);
  });

  it('count once if their request is repeated, also at the same time', async () => {
    const waiting = limited(4 * SEALED, 4 * SEALED, 4 * SEALED);
    const repeated = event(0, 'a', SLICE, 2);
    await Promise.all([waiting.add(owner(1), repeated), waiting.add(owner(1), repeated)]);
    for (let attempt = 0; attempt < 9; attempt++) assert.equal(await waiting.add(owner(1), repeated), 'waiting');
    assert.equal(await waiting.add(owner(1), event(1, 'a', SLICE, 2)), 'waiting');
    assert.equal(await waiting.add(owner(1), event(2, 'a')), 'too_many');
  });
});
