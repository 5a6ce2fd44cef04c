import assert from 'node:assert/strict';
import { createKeyRing, generateKey, openDataKey } from '@svc/encryption';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { LogKeys } from './log-keys.js';

const DAY_MS = 24 * 3_600_000;

describe('LogKeys', () => {
  const [first, second] = [generateKey('r1'), generateKey('r2')];
  let database: TemporaryDatabase;
  let number = 0;
  let now = Date.parse('2026-03-01T00:00:00Z');
  beforeAll(async () => (database = await startTemporaryDatabase()));
  afterAll(() => database.stop());
  beforeEach(() => void (number += 1));

  const open = (keys?: string): LogKeys =>
    new LogKeys({
      relational: database.relational,
      keyRing: keys === undefined ? undefined : createKeyRing(keys),
      maxAgeMs: 720_000,
      clock: () => now,
    });
  const rows = () => database.relational.client.logKey.findMany({ where: { projectNumber: number } });

  it('gives a project one key for any number of concurrent callers, which the ring opens for its ID only', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(first).current(number)));
    assert.equal(new Set(answers.map((key) => key?.wrapped)).size, 1);
    assert.equal((await rows()).length, 1);
    const [key] = answers;
    assert.equal(key?.id, `${number}.1`);
    assert.equal(key.usableUntil.getTime(), now + 720_000);
    assert.doesNotThrow(() => openDataKey(createKeyRing(first), key.wrapped, key.id));
    assert.throws(() => openDataKey(createKeyRing(first), key.wrapped, `${number}.2`));
    assert.throws(() => openDataKey(createKeyRing(second), key.wrapped, key.id));
  });

  it('replaces a key that is a week old or was sealed by an earlier key of the ring, and still finds it', async () => {
    const old = await open(first).current(number);
    const rotated = await open(`${second},${first}`).current(number);
    now += 7 * DAY_MS;
    const weekly = await open(`${second},${first}`).current(number);
    assert.deepEqual(
      [old, rotated, weekly].map((key) => key?.id),
      [1, 2, 3].map((generation) => `${number}.${generation}`),
    );
    const found = await open().find([old?.id ?? '', rotated?.id ?? '', `${number}.9`, 'no id']);
    assert.deepEqual(
      [...found],
      [
        [old?.id, old?.wrapped],
        [rotated?.id, rotated?.wrapped],
      ],
    );
  });

  it('never gives out a retired key, and keeps of a destroyed one only that there was one', async () => {
    const keys = open(first);
    const gone = await keys.current(number);
    await keys.retire(number, new Date(now));
    const held = await keys.held(number, new Date(now));
    now += 1;
    const next = await keys.current(number);
    assert.equal(next?.id, `${number}.2`);
    await keys.destroy(number, held);
    assert.deepEqual(
      [...(await keys.find([gone?.id ?? '', next.id]))],
      [
        [gone?.id, null],
        [next.id, next.wrapped],
      ],
    );
    assert.deepEqual(
      (await keys.held(number, new Date(now))).map(({ generation }) => generation),
      [2],
    );
    await keys.destroy(number, await keys.held(number, new Date(now)));
    assert.equal((await keys.find([next.id])).get(next.id), next.wrapped, 'a key in use is not destroyed');
  });

  it('creates no keys without a ring, and refuses a project that had keys instead of continuing without', async () => {
    assert.equal(await open().current(number), undefined);
    const keys = open(first);
    const key = await keys.current(number);
    assert.deepEqual(await open().current(number), key, 'one that is not retired is still good');
    await keys.retire(number, new Date(now));
    await assert.rejects(
      open().current(number),
      (error) => error instanceof ServiceError && error.code === 'unavailable',
    );
  });

  it('covers a project from its creation, and another one when the log has deleted the records from before its keys', async () => {
    const keys = open(first);
    assert.equal(await keys.coversProject(number), false);
    await keys.current(number);
    assert.equal(await keys.coversProject(number), false);
    now += 7 * DAY_MS + 1;
    assert.equal(await keys.coversProject(number), true);
    number += 1;
    await database.relational.client.$transaction((tx) => keys.addFirst(tx, { number, createdAt: new Date(now) }));
    assert.equal(await keys.coversProject(number), true);
    assert.equal((await keys.current(number))?.id, `${number}.1`);
  });
});
