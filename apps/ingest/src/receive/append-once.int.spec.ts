import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { MemoryStore } from '@svc/cache';
import { KeysResolveResponseSchema } from '@svc/contract';
import { createDataKey, createKeyRing, generateKey } from '@svc/encryption';
import { openEventLog, TOPICS, type EventLog } from '@svc/event-log';
import { ServiceError } from '@svc/service-error';
import { appendOnce } from './append-once.js';

describe('appendOnce', () => {
  const keys = generateKey('ring');
  const key = { id: '1.1', wrapped: createDataKey(createKeyRing(keys), '1.1') };
  const memory = new MemoryStore();
  let directory: string;
  let eventLog: EventLog;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'append-once-'));
    eventLog = await openEventLog({ kind: 'lmdb', keys, options: { directory, partitions: 1 } });
  });
  afterAll(async () => {
    await eventLog.close();
    await memory.close();
    await rm(directory, { recursive: true });
  });

  const append = (hash: string, usableUntilMs: number): Promise<void> => {
    const usableUntil = timestampFromMs(usableUntilMs);
    const { logKey } = create(KeysResolveResponseSchema, { logKey: { key, usableUntil } });
    const request = { topic: TOPICS.capture, projectNumber: 1, hash, value: Buffer.from(hash), headers: {} };
    return appendOnce({ eventLog, cache: memory.cache }, { ...request, logKey });
  };
  const count = async (): Promise<number> => (await eventLog.positions(TOPICS.capture))[0]?.endOffset ?? 0;
  const isUnavailable = (error: unknown): boolean => error instanceof ServiceError && error.code === 'unavailable';

  it('appends nothing with a key that was looked up too long ago', async () => {
    await append('a', Date.now() + 60_000);
    assert.equal(await count(), 1);
    await assert.rejects(append('b', Date.now()), isUnavailable);
    assert.equal(await count(), 1);
  });

  it('does not acknowledge a request whose key may be gone when it is durable, nor take its retry for a repeat', async () => {
    const before = await count();
    const until = Date.now() + 50;
    const appending = append('c', until);
    // The request is sent after some microtasks; then this process blocks until the time has passed.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    while (Date.now() < until);
    await assert.rejects(appending, isUnavailable);
    await append('c', Date.now() + 60_000);
    assert.equal(await count(), before + 2);
  });
});
