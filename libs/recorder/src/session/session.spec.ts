import assert from 'node:assert/strict';
import { MemoryStorage } from '../testing/memory-storage.js';
import { isSampled } from './sampling.js';
import { isOver, keepSession, openSession } from './session.js';
import { openStore, type Store } from './store.js';
import { openWindow } from './window.js';

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const storeOf = (storage: Storage): Store => openStore(() => storage);
const forbidden = (): Store =>
  openStore(() => {
    throw new DOMException('no storage', 'SecurityError');
  });

describe('a session', () => {
  it.each([
    ['is new', 0, 0, false],
    ['has been idle for 30 minutes', 30 * MINUTE, 30 * MINUTE, false],
    ['has been idle for longer', 31 * MINUTE, 31 * MINUTE, true],
    ['has been active for 24 hours', 24 * HOUR, 0, false],
    ['has been active for longer', 24 * HOUR + 1, 0, true],
    ['begins in the future', -1, -1, true],
  ])('that %s is over or not', (_, age, idle, over) => {
    assert.equal(isOver({ id: 's', startedAt: NOW - age, activeAt: NOW - idle }, NOW), over);
  });

  it('is shared by the tabs of an origin until it ends', () => {
    const storage = new MemoryStorage();
    const first = openSession(storeOf(storage), NOW);
    assert.match(first.id, /^[0-9a-f]{32}$/);
    assert.deepEqual(openSession(storeOf(storage), NOW + 29 * MINUTE), first);
    keepSession(storeOf(storage), { ...first, activeAt: NOW + 29 * MINUTE });
    assert.equal(openSession(storeOf(storage), NOW + 58 * MINUTE).id, first.id);
    assert.notEqual(openSession(storeOf(storage), NOW + 60 * MINUTE).id, first.id);
  });

  it.each([
    '',
    '7',
    'null',
    '[]',
    '{',
    '{"id":7,"startedAt":1,"activeAt":1}',
    '{"id":"s"}',
    '{"id":"s","startedAt":"x"}',
  ])('is new if the page has stored %j under its name', (text) => {
    const storage = new MemoryStorage();
    storage.setItem('svc.replay.session', text);
    const { id, startedAt } = openSession(storeOf(storage), NOW);
    assert.deepEqual([id.length, startedAt], [32, NOW]);
  });

  it.each([
    ['forbidden', forbidden],
    ['full', () => storeOf(new MemoryStorage(10))],
  ])('is kept in memory if the storage is %s', (_, open) => {
    const store = open();
    assert.deepEqual(openSession(store, NOW), openSession(store, NOW + 1));
    assert.equal(store.set('session', 'x'), false);
  });
});

describe('a window', () => {
  it('numbers its chunks from 0 in each session, over the pages of the tab', () => {
    const storage = new MemoryStorage();
    const first = openWindow(storeOf(storage));
    assert.deepEqual([first.takeSeq('a'), first.takeSeq('a'), first.seq('a')], [0, 1, 2]);
    first.leave();
    const next = openWindow(storeOf(storage));
    assert.deepEqual([next.id, next.takeSeq('a')], [first.id, 2]);
    assert.deepEqual([next.seq('b'), next.takeSeq('b'), next.takeSeq('b')], [0, 0, 1]);
  });

  it('of a copied tab is another one', () => {
    const storage = new MemoryStorage();
    const first = openWindow(storeOf(storage));
    first.takeSeq('a');
    const copy = openWindow(storeOf(storage));
    assert.notEqual(copy.id, first.id);
    assert.equal(copy.takeSeq('a'), 0);
  });
});

describe('sampling', () => {
  it.each([
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
    ['', 0x811c9dc5],
  ])('of %j follows the published FNV-1a hash', (id, hash) => {
    const share = hash / 2 ** 32;
    assert.deepEqual([isSampled(id, share), isSampled(id, share + 1e-9)], [false, true]);
  });

  it('records about the wanted share of sessions, none at 0 and all at 1', () => {
    const ids = Array.from({ length: 20_000 }, () => openSession(forbidden(), NOW).id);
    const share = (rate: number): number => ids.filter((id) => isSampled(id, rate)).length / ids.length;
    assert.deepEqual([share(0), share(1)], [0, 1]);
    // Five standard deviations of 20,000 draws are below 0.018 at every rate.
    for (const rate of [0.01, 0.1, 0.5, 0.9])
      assert.ok(Math.abs(share(rate) - rate) < 0.018, `${rate}: ${share(rate)}`);
  });
});
