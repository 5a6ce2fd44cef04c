import assert from 'node:assert/strict';
import { FairGate } from './fair-gate.js';

const never = new AbortController().signal;
const FOREVER = Number.POSITIVE_INFINITY;

/** Enters for an owner and notes its name once it is admitted. */
function enterer(gate: FairGate) {
  const admitted: string[] = [];
  const enter = async (owner: string): Promise<() => void> => {
    const leave = await gate.enter(owner, never, FOREVER);
    admitted.push(owner);
    return leave;
  };
  return { admitted, enter };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('FairGate', () => {
  it('admits owners by turns, however many of one wait', async () => {
    const { admitted, enter } = enterer(new FairGate({ running: 1, waiting: 100 }));
    const first = await enter('greedy');
    const entries = ['greedy', 'greedy', 'greedy', 'modest', 'other'].map((owner) => enter(owner));
    first();
    for (const entry of entries) void entry.then((leave) => leave());
    await Promise.all(entries);
    assert.deepEqual(admitted.slice(0, 4), ['greedy', 'greedy', 'modest', 'other']);
  });

  it('keeps places free that one owner may not take', async () => {
    const { admitted, enter } = enterer(new FairGate({ running: 3, waiting: 100, each: { running: 2, waiting: 10 } }));
    const held = [await enter('greedy'), await enter('greedy')];
    const waiting = enter('greedy');
    await turn();
    await enter('modest');
    assert.deepEqual(admitted, ['greedy', 'greedy', 'modest']);
    held[0]?.();
    await waiting;
  });

  it('admits an owner below its share before one that has reached it', async () => {
    const { admitted, enter } = enterer(new FairGate({ running: 2, waiting: 100, each: { running: 1, waiting: 10 } }));
    const [a, b] = [await enter('a'), await enter('b')];
    const waiting = [enter('a'), enter('c')];
    b();
    await waiting[1];
    assert.deepEqual(admitted, ['a', 'b', 'c']);
    a();
    await waiting[0];
  });

  it('refuses an owner whose queue is full, and still queues others', async () => {
    const gate = new FairGate({ running: 1, waiting: 10, each: { running: 1, waiting: 1 } });
    const leave = await gate.enter('greedy', never, FOREVER);
    const queued = gate.enter('greedy', never, FOREVER);
    await assert.rejects(gate.enter('greedy', never, FOREVER), { reason: 'full' });
    const other = gate.enter('modest', never, FOREVER);
    leave();
    (await queued)();
    (await other)();
  });

  it('takes a waiter that is late or aborts out of the queue, and forgets its owner', async () => {
    const gate = new FairGate({ running: 1, waiting: 2 });
    const leave = await gate.enter('a', never, FOREVER);
    const controller = new AbortController();
    const aborted = assert.rejects(gate.enter('b', controller.signal, FOREVER), { reason: 'aborted' });
    await assert.rejects(gate.enter('c', never, performance.now() + 1), { reason: 'late' });
    controller.abort();
    await aborted;
    await assert.rejects(gate.enter('d', AbortSignal.abort(), FOREVER), { reason: 'aborted' });
    leave();
    leave();
    await gate.enter('e', never, FOREVER);
  });
});
