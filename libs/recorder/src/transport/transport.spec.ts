import assert from 'node:assert/strict';
import { openStore } from '../session/store.js';
import { MemoryStorage } from '../testing/memory-storage.js';
import { isRetried, retryDelay } from './backoff.js';
import { createChunker } from './chunk.js';
import { keepUnsent, takeUnsent } from './unsent.js';

const KIB = 1024;

describe('a chunk that was not accepted', () => {
  it.each([
    [0, true],
    [400, false],
    [401, false],
    [403, false],
    [408, true],
    [409, false],
    [413, false],
    [415, false],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
  ])('with the status %i is sent again or dropped', (status, retried) => assert.equal(isRetried({ status }), retried));

  it.each<[number, string | null, number, number]>([
    [0, null, 0, 500],
    [0, null, 1, 1_000],
    [3, null, 1, 8_000],
    [6, null, 0, 30_000],
    [1_000, null, 1, 60_000],
    [0, '7', 1, 7_000],
    [6, '7', 1, 60_000],
    [0, 'Wed, 21 Oct 2026 07:28:00 GMT', 1, 1_000],
    [0, '-5', 1, 1_000],
    [0, '3601', 1, 3_600_000],
    [0, '99999999', 1, 3_600_000],
    [0, 'Infinity', 1, 3_600_000],
  ])('after %i attempts and with Retry-After %j is sent again at the right time', (attempts, retryAfter, random, ms) =>
    assert.equal(retryDelay({ status: 503, retryAfter }, attempts, random), ms),
  );
});

describe('events', () => {
  const textOf = (length: number, start = '"'): string => start.padEnd(length - 1, 'x') + '"';
  const cutChunks = (lengths: readonly number[]): number[][] => {
    const chunks: number[][] = [];
    const chunker = createChunker((events) =>
      chunks.push((JSON.parse(events) as string[]).map((each) => each.length + 2)),
    );
    for (const length of lengths) chunker.add(textOf(length));
    chunker.cut();
    return chunks;
  };

  it.each<[string, number[], number[][]]>([
    ['that are small stay together', [10, 20, 30], [[10, 20, 30]]],
    ['are cut at 512 KiB', [300 * KIB, 300 * KIB, 10], [[300 * KIB, 300 * KIB], [10]]],
    ['that are large are not divided', [10, 9 * KIB * KIB, 10], [[10, 9 * KIB * KIB], [10]]],
    ['before a large one are sent first if they are many', [100 * KIB, 2 * KIB * KIB], [[100 * KIB], [2 * KIB * KIB]]],
    ['without any make no chunk', [], []],
  ])('%s', (_, lengths, chunks) => assert.deepEqual(cutChunks(lengths), chunks));

  it('are at most 10,000 in a chunk', () => {
    assert.deepEqual(
      cutChunks(Array.from({ length: 20_001 }, () => 3)).map(({ length }) => length),
      [10_000, 10_000, 1],
    );
  });

  it('that no chunk can hold are refused', () => {
    const chunker = createChunker(() => assert.fail('it was sent'));
    assert.equal(chunker.add(textOf(15 * KIB * KIB + 1)), false);
    chunker.cut();
  });
});

describe('chunks that a page could not send', () => {
  const chunk = (seq: number, length: number) => ({ sessionId: 's', seq, text: 'x'.repeat(length) });
  it.each<[string, number[], number[]]>([
    ['are all kept if they fit', [10, 20], [0, 1]],
    ['are kept up to 1 MiB, the oldest ones first', [600 * KIB, 300 * KIB, 200 * KIB, 100 * KIB], [0, 1, 3]],
    ['are not kept if they are too large', [2 * KIB * KIB], []],
  ])('%s', (_, lengths, kept) => {
    const storage = new MemoryStorage();
    keepUnsent(
      openStore(() => storage),
      lengths.map((length, seq) => chunk(seq, length)),
    );
    const store = openStore(() => storage);
    assert.deepEqual(
      takeUnsent(store).map(({ seq }) => seq),
      kept,
    );
    assert.deepEqual(takeUnsent(store), []);
  });

  it('are ignored if the page has stored something else under their name', () => {
    const storage = new MemoryStorage();
    storage.setItem('svc.replay.unsent', '[null, 7, {"text": 7}, {"text": "a"}]');
    assert.deepEqual(
      takeUnsent(openStore(() => storage)).map(({ text }) => text),
      ['a'],
    );
  });
});
