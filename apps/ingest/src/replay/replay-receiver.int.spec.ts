import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import { KeysResolveResponseSchema } from '@svc/contract';
import { TOPICS, type EventLog } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { Admission } from '../receive/admission.js';
import { RecordedSessions } from './recorded-sessions.js';
import { chunk, SessionKeys, snapshot } from './recorder.fixture.js';
import { ReplayReceiver } from './replay-receiver.js';
import { doReplayWork } from './replay-work.js';

const LIMITS = { bytes: 100_000, chunks: 6, windows: 2 };

describe('the receiver of recordings', () => {
  const caches = new MemoryStore();
  const now = Date.now();
  let directory: string;
  let eventLog: LmdbEventLog;
  let sessions = 0;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'replay-receiver-'));
    eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
  });
  afterAll(async () => {
    await eventLog.close();
    await caches.close();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    sessions++;
  });

  const receiver = (log: Pick<EventLog, 'append'> = eventLog): ReplayReceiver =>
    new ReplayReceiver({
      eventLog: log as EventLog,
      cache: caches.cache,
      prepare: (_owner, ...work) => doReplayWork(...work),
      sessions: new RecordedSessions(new SessionKeys(Date.now).open, caches),
      maxExpandedBytes: 1e8,
      hasObjects: true,
      clock: Date.now,
      limits: LIMITS,
    });
  const send = (more: object, by = receiver()) => {
    const key = create(KeysResolveResponseSchema, { project: { id: 'p', number: 1, retentionDays: 30 } });
    const body = Buffer.from(JSON.stringify(chunk({ session_id: `s${sessions}`, events: [snapshot(now)], ...more })));
    return by.accept({ key, body, contentEncoding: undefined, reservation: new Admission(1e9).open() });
  };
  const logged = async (): Promise<number> => (await eventLog.positions(TOPICS.replay))[0]?.endOffset ?? 0;
  const TOO_LONG = { accepted: 0, masked: {}, need_snapshot: false, closed: 'too_long' };

  it('stores as many chunks of a session as it may have, however many arrive at the same time', async () => {
    const before = await logged();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, seq) => send({ seq })));
    assert.equal(answers.filter(({ accepted }) => accepted === 1).length, LIMITS.chunks);
    const refused = answers.filter(({ accepted }) => accepted === 0);
    assert.deepEqual(new Set(refused.map((answer) => JSON.stringify(answer))), new Set([JSON.stringify(TOO_LONG)]));
    assert.equal((await logged()) - before, LIMITS.chunks);
    const seq = answers.findIndex(({ accepted }) => accepted === 0);
    assert.deepEqual(await send({ seq }), TOO_LONG, 'a retry of a refused chunk is refused');
  });

  it('stores no more bytes of a session than it may have', async () => {
    const half = 'lorem ipsum '.repeat(LIMITS.bytes / 2 / 12 - 100);
    const answers = await Promise.all([0, 1, 2, 3].map((seq) => send({ seq, events: [snapshot(now, half)] })));
    assert.equal(answers.filter(({ accepted }) => accepted === 1).length, 2);
    assert.equal(answers.filter(({ closed }) => closed === 'too_long').length, 2);
  });

  it('takes no chunk of a window beyond those that a session may have, and further ones of the others', async () => {
    for (const window of ['a', 'b']) assert.equal((await send({ window_id: window })).accepted, 1);
    assert.deepEqual(await send({ window_id: 'c' }), TOO_LONG);
    assert.deepEqual(await send({ window_id: 'c', seq: 1 }), TOO_LONG);
    assert.equal((await send({ window_id: 'a', seq: 1 })).accepted, 1);
  });

  it('counts a chunk once, however often it is sent', async () => {
    for (let times = 0; times < 10; times++) assert.equal((await send({ seq: 0 })).accepted, 1);
    for (let seq = 1; seq < LIMITS.chunks; seq++) assert.equal((await send({ seq })).accepted, 1);
    assert.deepEqual(await send({ seq: LIMITS.chunks }), TOO_LONG);
  });

  it('counts a chunk once that the event log refused at first', async () => {
    const failing = receiver({ append: () => Promise.reject(new Error('the disk is full')) });
    for (let times = 0; times < 10; times++) await assert.rejects(send({ seq: 0 }, failing), /disk is full/);
    for (let seq = 0; seq < LIMITS.chunks; seq++) assert.equal((await send({ seq })).accepted, 1);
    assert.deepEqual(await send({ seq: LIMITS.chunks }), TOO_LONG);
  });
});
