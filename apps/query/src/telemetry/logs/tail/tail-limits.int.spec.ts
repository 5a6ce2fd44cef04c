import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readEnvelope, recordHeaders, TOPIC_BY_SIGNAL } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { transcodeJson } from '@svc/otlp';
import { testScope } from '@svc/reading/testing';
import { NO_FILTERS } from '../log-filters.js';
import { logPredicate } from './log-predicate.js';
import { LogTail } from './log-tail.js';
import { decodeRequest } from './logged-requests.js';
import type { TailEvent } from './tail-stream.js';

const RECORDS = 30_000;
/** Words that no record has, so that each record is compared with all of them. */
const COSTLY = Array.from({ length: 60 }, (_, n) => `absent${n}`).join(' OR ');

const toHeaders = (encoding: 'gzip' | 'identity') =>
  recordHeaders({
    projectNumber: 1,
    retentionDays: 30,
    receivedAtNs: BigInt(Date.now()) * 1_000_000n,
    encoding,
    hash: randomUUID(),
  });

function toBody(bodies: readonly string[]): Buffer {
  const logRecords = bodies.map((stringValue) => ({ body: { stringValue } }));
  return Buffer.from(
    transcodeJson('logs', Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))),
  );
}

describe('the limits of live streams', () => {
  let directory: string;
  let log: LmdbEventLog;
  let tail: LogTail;
  const leaving: AbortController[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-tail-'));
    log = await LmdbEventLog.open({ directory, partitions: 1 });
    tail = new LogTail(log, Date.now);
    await send(['creates the topic']);
  });
  afterEach(() => {
    for (const controller of leaving.splice(0)) controller.abort();
  });
  afterAll(async () => {
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });

  const send = (bodies: readonly string[]) =>
    log.append(TOPIC_BY_SIGNAL.logs, { key: '1', value: toBody(bodies), headers: toHeaders('identity') });

  async function open(q: string, credentialId = 'k1'): Promise<AsyncIterator<TailEvent>> {
    const controller = new AbortController();
    leaving.push(controller);
    const events = await tail.open({
      projectNumber: 1,
      credentialId,
      matches: logPredicate({ ...NO_FILTERS, q }, testScope(1)),
      resume: undefined,
      toId: () => 'id',
      signal: controller.signal,
    });
    return events[Symbol.asyncIterator]();
  }

  /** The first event that is not a heartbeat. */
  async function first(events: AsyncIterator<TailEvent>): Promise<TailEvent> {
    for (;;) {
      const next = await events.next();
      assert.ok(next.done !== true);
      if (next.value.kind !== 'heartbeat') return next.value;
    }
  }

  it('lets one credential open six of the ten streams of its project', async () => {
    for (let n = 0; n < 6; n++) await open('');
    await assert.rejects(open(''), { code: 'concurrency_limited' });
    for (let n = 0; n < 4; n++) await open('', 'k2');
    await assert.rejects(open('', 'k3'), { code: 'concurrency_limited' });
    leaving[0]?.abort();
    await open('', 'k3');
  });

  it('lets a stream with costly filters fall behind, so that it delays no other and still misses nothing', async () => {
    const costly = await open(`${COSTLY} OR final`);
    const cheap = await open('final', 'k2');
    const noise = 'word after word that is not wanted, '.repeat(8);
    await send([...Array.from({ length: RECORDS }, (_, n) => `${noise} ${n}`), 'the final record']);
    const arrivals: string[] = [];
    const watch = async (name: string, events: AsyncIterator<TailEvent>): Promise<void> => {
      const found = await first(events);
      assert.equal(found.kind === 'log' && found.entry.body, 'the final record');
      arrivals.push(name);
    };
    await Promise.all([watch('costly', costly), watch('cheap', cheap)]);
    assert.deepEqual(arrivals, ['cheap', 'costly']);
    await send(['another final record']);
    const again = await first(costly);
    assert.equal(again.kind === 'log' && again.entry.body, 'another final record');
  });

  it('decompress a large request of a few kilobytes outside the event loop', async () => {
    const expanded = toBody(Array.from({ length: 64 }, (_, n) => `${n}`.repeat(512 * 1024)));
    const value = gzipSync(expanded);
    const record = { key: '1', offset: 1, timestampMs: Date.now(), headers: toHeaders('gzip'), value };
    const request = { partition: 0, record, envelope: readEnvelope(record), isRepeat: false };
    // The first runs include the work of the compiler.
    let ratio = 1;
    for (let run = 0; run < 30 && ratio > 0.4; run++) {
      const synchronous = await threadMicroseconds(() => void gunzipSync(value));
      ratio = (await threadMicroseconds(() => decodeRequest(request))) / synchronous;
    }
    assert.ok(ratio <= 0.4, `${ratio} of what decompressing takes`);
  });
});

/** CPU time of this thread. */
async function threadMicroseconds(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const after = process.threadCpuUsage();
  return after.user + after.system - before.user - before.system;
}
