import assert from 'node:assert/strict';
import { RecentRows } from './recent-rows.js';

const TTL_MS = 5_000;

function setUp(maxEntries?: number) {
  let now = 1_000_000;
  const loads: string[] = [];
  const gate: { wait: Promise<void> } = { wait: Promise.resolve() };
  const stored = new Map([['first', { id: 'row-1' }]]);
  const rows = new RecentRows<{ id: string }>({
    ttlMs: TTL_MS,
    clock: () => now,
    ...(maxEntries !== undefined && { maxEntries }),
  });
  const get = (name: string) =>
    rows.get(name, async () => {
      loads.push(name);
      const found = stored.get(name) ?? null;
      await gate.wait;
      return found;
    });
  return { rows, get, loads, stored, gate, advance: (ms: number) => void (now += ms) };
}

describe('recently looked-up rows', () => {
  it('looks a row up once within its lifetime, and again after it', async () => {
    const { get, loads, advance } = setUp();
    await get('first');
    advance(TTL_MS - 1);
    assert.deepEqual(await get('first'), { id: 'row-1' });
    assert.equal(loads.length, 1);
    advance(1);
    await get('first');
    assert.equal(loads.length, 2);
  });

  it('shares one look-up between concurrent requests', async () => {
    const { get, loads } = setUp();
    await Promise.all([get('first'), get('first'), get('first')]);
    assert.equal(loads.length, 1);
  });

  it('forgets a row immediately on request', async () => {
    const { get, rows, stored } = setUp();
    await get('first');
    stored.clear();
    rows.forget('row-1');
    assert.equal(await get('first'), null);
  });

  it('does not remember a row that was forgotten during its look-up', async () => {
    const { get, rows, gate, stored } = setUp();
    let release = (): void => undefined;
    gate.wait = new Promise((resolve) => (release = resolve));
    const early = get('first');
    stored.clear();
    rows.forget('row-1');
    const late = get('first');
    release();
    await early;
    assert.equal(await late, null);
    assert.equal(await get('first'), null);
  });

  it('counts the lifetime of a row from its look-up', async () => {
    const { get, stored } = setUp();
    assert.equal(await get('second'), null);
    stored.set('second', { id: 'row-2' });
    assert.deepEqual(await get('second'), { id: 'row-2' });
  });

  it('looks a row up again after a failed look-up', async () => {
    const { get, gate } = setUp();
    gate.wait = Promise.reject(new Error('no database'));
    await assert.rejects(get('first'));
    gate.wait = Promise.resolve();
    assert.deepEqual(await get('first'), { id: 'row-1' });
  });

  it('limits the number of rows', async () => {
    const { get, loads, stored } = setUp(1);
    stored.set('second', { id: 'row-2' });
    await get('first');
    await get('second');
    await get('first');
    assert.equal(loads.length, 3);
  });
});
