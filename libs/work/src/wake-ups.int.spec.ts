import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { WakeUps } from './wake-ups.js';

const CHANNEL = 'records.stored';
/** Longer than a spec may take. */
const LONG_MS = 3_600_000;

describe('wake-ups of a loop', () => {
  let memory: MemoryStore;
  let nowMs = 1_000_000;
  const { signal } = new AbortController();
  const open = async (): Promise<WakeUps> => {
    const wakeUps = new WakeUps(CHANNEL, memory.pubSub, () => nowMs);
    await wakeUps.onModuleInit();
    return wakeUps;
  };
  beforeEach(() => {
    memory = new MemoryStore();
  });
  afterEach(() => memory.close());

  it('ends a rest when records are announced, and keeps the loop busy for half a minute', async () => {
    const wakeUps = await open();
    assert.ok(wakeUps.isBusy);
    nowMs += 30_001;
    assert.ok(!wakeUps.isBusy);
    const rest = wakeUps.rest(LONG_MS, signal);
    await memory.pubSub.publish(CHANNEL, '');
    await rest;
    assert.ok(wakeUps.isBusy);
    await wakeUps.onModuleDestroy();
  });

  it('handles a wake-up during a pass: the next rest ends immediately, and only that one', async () => {
    const wakeUps = await open();
    wakeUps.wake();
    await wakeUps.rest(LONG_MS, signal);
    const stopping = new AbortController();
    const next = wakeUps.rest(LONG_MS, stopping.signal);
    stopping.abort(new Error('stopped'));
    await assert.rejects(next, /stopped/);
    await wakeUps.onModuleDestroy();
  });

  it('ends a rest without a wake-up, which may be lost', async () => {
    const wakeUps = await open();
    await wakeUps.rest(1, signal);
    await wakeUps.onModuleDestroy();
  });
});
