import assert from 'node:assert/strict';
import { createCapturePool } from './capture-pool.js';
import { LoopTime } from './loop-time.js';

describe('the pool of captures', () => {
  // A clock that stands still: on a busy machine the time of other programs would count, and use up the share of the event loop.
  const pool = createCapturePool(new LoopTime(() => 0));
  afterAll(() => pool.close());
  const text = 'x'.repeat(16 * 1024);
  const find = (bodies: readonly unknown[]) =>
    Promise.allSettled(
      bodies.map(async (body, index) => pool.findBodyKey(`address ${index}`, Buffer.from(JSON.stringify(body)))),
    );

  it('finds the keys of the recordings of many pages at the same time, more than may wait for a thread', async () => {
    const recordings = Array.from({ length: 40 }, (_, index) => [{ properties: { text, token: `key ${index}` } }]);
    const found = await find(recordings);
    assert.deepEqual(
      found.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
      recordings.map((_, index) => `key ${index}`),
    );
  });

  it('parses in a thread what has its key in another form, in turns of all such senders', async () => {
    const form = `data=${encodeURIComponent(Buffer.from(JSON.stringify({ token: 'key', text })).toString('base64'))}`;
    assert.equal(await pool.findBodyKey('address', Buffer.from(form)), 'key');
    const refused = (await find(Array.from({ length: 40 }, () => ({ text })))).filter(
      ({ status }) => status === 'rejected',
    );
    assert.ok(refused.length > 0);
  });
});
