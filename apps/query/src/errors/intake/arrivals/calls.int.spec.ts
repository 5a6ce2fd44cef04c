import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { ERRORS_STORED_CHANNEL } from '@svc/otlp';
import { Calls } from './calls.js';

/** Longer than a spec may take. */
const LONG_MS = 3_600_000;

describe('the calls of the intake of errors', () => {
  let memory: MemoryStore;
  let nowMs = 1_000_000;
  const { signal } = new AbortController();
  const open = async (): Promise<Calls> => {
    const calls = new Calls(memory.pubSub, () => nowMs);
    await calls.onModuleInit();
    return calls;
  };
  beforeEach(() => {
    memory = new MemoryStore();
  });
  afterEach(() => memory.close());

  it('end a rest when errors are stored, and keep the intake busy for half a minute', async () => {
    const calls = await open();
    assert.ok(calls.isBusy);
    nowMs += 30_001;
    assert.ok(!calls.isBusy);
    const rest = calls.rest(LONG_MS, signal);
    await memory.pubSub.publish(ERRORS_STORED_CHANNEL, '');
    await rest;
    assert.ok(calls.isBusy);
    await calls.onModuleDestroy();
  });

  it('are heard while the intake works: its next rest ends at once, and only that', async () => {
    const calls = await open();
    calls.call();
    await calls.rest(LONG_MS, signal);
    const stopping = new AbortController();
    const next = calls.rest(LONG_MS, stopping.signal);
    stopping.abort(new Error('stopped'));
    await assert.rejects(next, /stopped/);
    await calls.onModuleDestroy();
  });

  it('may be lost: a rest also ends by itself', async () => {
    const calls = await open();
    await calls.rest(1, signal);
    await calls.onModuleDestroy();
  });
});
