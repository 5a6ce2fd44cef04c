import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { SessionCounts } from './session-counts.js';

const MINUTE = 60_000;

describe('the counts of sessions', () => {
  const { cache } = new MemoryStore();
  const one = new SessionCounts(cache, { bytes: 1_000, chunks: 5, windows: 2 });
  let sessions = 0;
  let sessionId = '';
  beforeEach(() => {
    sessionId = `s${sessions++}`;
  });

  const enter = (windowId: string, minutes: number | undefined = 0) =>
    one.enterWindow(1, { sessionId, windowId, seq: 0 }, minutes * MINUTE);
  const add = (bytes: number | undefined) => one.addChunk(1, { sessionId, windowId: 'w', seq: 0 }, bytes);

  it('allow exactly the chunks of a session that it may have, however many arrive at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => add(1)));
    assert.equal(results.filter(Boolean).length, 5);
    assert.equal(await add(undefined), false, 'also for one that was counted before');
  });

  it('allow exactly the bytes of a session that it may have', async () => {
    assert.equal(await add(600), true);
    assert.equal(await add(400), true);
    assert.equal(await add(undefined), true);
    assert.equal(await add(1), false);
    assert.equal(await one.addChunk(2, { sessionId, windowId: 'w', seq: 0 }, 1), true, 'another project');
  });

  it('allow two windows, again and again, and no third one', async () => {
    const windows = ['a', 'b', 'a', 'c', 'b', 'c'];
    const results: boolean[] = [];
    for (const window of windows) results.push((await enter(window)) !== undefined);
    assert.deepEqual(results, [true, true, true, false, true, false]);
  });

  it('count a window once whose first chunks arrive at the same time, and decide one shift for it', async () => {
    const shifts = await Promise.all([60, 0, 120, 30].map((minutes) => enter('a', minutes)));
    assert.equal(new Set(shifts).size, 1);
    assert.notEqual(await enter('b'), undefined);
    assert.equal(await enter('c'), undefined);
  });
});
