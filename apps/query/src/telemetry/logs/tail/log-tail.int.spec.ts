import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordHeaders, TOPIC_BY_SIGNAL, type EventLog, type FollowOptions } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { transcodeJson } from '@svc/otlp';
import { createResumeIds } from '@svc/pagination';
import { testScope } from '@svc/reading/testing';
import type { ServiceError } from '@svc/service-error';
import { eventually, randomForTests } from '@svc/test-servers';
import { NO_FILTERS, type LogFilters } from '../log-filters.js';
import { logPredicate } from './log-predicate.js';
import { LogTail, type TailLimits } from './log-tail.js';
import { encodePosition, openPosition, type TailPosition } from './tail-position.js';
import type { TailEvent } from './tail-stream.js';

const LIMITS: TailLimits = {
  heartbeatMs: 60_000,
  streams: { perProject: 10, perCredential: 10 },
  maxItems: 1_000,
  maxBytes: 8_000_000,
};

const resumeIds = createResumeIds('a secret for streams in tests');
const ids = resumeIds({ operation: 'logs.stream', project: 1 });

/** Counts its followers, so that a test can check that none are left. */
class CountedLog {
  following = 0;
  constructor(readonly log: LmdbEventLog) {}

  positions(topic: string) {
    return this.log.positions(topic);
  }
  ensureTopic(topic: string) {
    return this.log.ensureTopic(topic);
  }
  async *follow(options: FollowOptions) {
    this.following++;
    try {
      yield* this.log.follow(options);
    } finally {
      this.following--;
    }
  }
}

describe('the live tail of log records', () => {
  let directory: string;
  let nowMs: number;
  let log: LmdbEventLog;
  let counted: CountedLog;
  let tail: LogTail;
  let logs = 0;
  const tailWith = (limits: Partial<TailLimits>) =>
    new LogTail(counted as unknown as EventLog, () => nowMs, { ...LIMITS, ...limits });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-tail-'));
  });
  beforeEach(async () => {
    await log?.close();
    nowMs = Date.now();
    const retention = { replayWindowMs: 60_000, sweepIntervalMs: 0, now: () => nowMs };
    log = await LmdbEventLog.open({ directory: join(directory, String((logs += 1))), partitions: 3, ...retention });
    counted = new CountedLog(log);
    tail = tailWith({});
  });
  afterAll(async () => {
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Appends one request of a project and resolves with its position. */
  async function send(project: number, bodies: readonly string[], { hash = String(randomUUID()), level = 9 } = {}) {
    const logRecords = bodies.map((stringValue) => ({ severityNumber: level, body: { stringValue } }));
    const request = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    const headers = recordHeaders({
      projectNumber: project,
      retentionDays: 30,
      receivedAtNs: BigInt(nowMs) * 1_000_000n,
      encoding: 'identity',
      hash,
    });
    return log.append(TOPIC_BY_SIGNAL.logs, {
      key: `${project}/${hash}`,
      value: transcodeJson('logs', Buffer.from(request)),
      headers,
    });
  }

  function open(options: { filters?: Partial<LogFilters>; resume?: string | undefined; from?: LogTail } = {}) {
    const { filters = {}, resume, from = tail } = options;
    const leaving = new AbortController();
    const request = {
      projectNumber: 1,
      credentialId: 'k1',
      matches: logPredicate({ ...NO_FILTERS, ...filters }, testScope(1)),
      resume: resume === undefined ? undefined : openPosition(ids, resume, nowMs),
      toId: (position: TailPosition) => ids.seal(encodePosition(position), nowMs),
      signal: leaving.signal,
    };
    return from.open(request).then(async (events) => {
      const client = new Client(events, leaving);
      if (resume === undefined) assert.equal((await client.next()).kind, 'heartbeat');
      return client;
    });
  }

  it('shows records that arrive after it was opened, of its project and its filters', async () => {
    await send(1, ['before']);
    const client = await open({ filters: { q: 'needle OR wanted', level: ['error'] } });
    await send(2, ['needle of another'], { level: 17 });
    await send(1, ['hay', 'a needle', 'more hay'], { level: 17 });
    await send(1, ['a needle, but harmless']);
    await send(1, ['wanted'], { level: 17 });
    assert.deepEqual(await client.logs(2), ['a needle', 'wanted']);
    await client.leave();
  });

  it('waits for the first record that the log ever has, and continues after an interruption before it', async () => {
    const [client, interrupted] = await Promise.all([open(), open()]);
    await interrupted.leave();
    await send(1, ['the first ever']);
    assert.deepEqual(await client.logs(1), ['the first ever']);
    const again = await open({ resume: interrupted.id });
    assert.deepEqual(await again.logs(1), ['the first ever']);
    await Promise.all([client.leave(), again.leave()]);
  });

  it('continues after any event without a gap or a repetition, wherever it was interrupted', async () => {
    const requests = Array.from({ length: 150 }, (_, n) =>
      Array.from({ length: 1 + (n % 7) }, (_, row) => `${n}-${row}`),
    );
    const expected = requests.flat();
    let client = await open();
    const writing = (async () => {
      for (const bodies of requests) await Promise.all([send(1, bodies), send(2, ['noise'])]);
    })();
    const seen: string[] = [];
    let cuts = 0;
    const random = randomForTests();
    while (seen.length < expected.length) {
      const count = Math.min(1 + Math.floor(random() * 25), expected.length - seen.length);
      seen.push(...(await client.logs(count)));
      await client.leave();
      cuts++;
      client = await open({ resume: client.id });
    }
    await writing;
    await send(1, ['last']);
    assert.deepEqual(await client.logs(1), ['last']);
    await client.leave();
    assert.ok(cuts > 20);
    assert.deepEqual(seen.toSorted(), expected.toSorted());
    await eventually('nobody follows', () => counted.following === 0);
  });

  it('continues without a gap for a client that was interrupted before the first record', async () => {
    const client = await open();
    await client.leave();
    await send(1, ['during the interruption']);
    const again = await open({ resume: client.id });
    assert.deepEqual(await again.logs(1), ['during the interruption']);
    await again.leave();
  });

  it('shows a repeated request once, also to clients that reconnect', async () => {
    const client = await open();
    await send(1, ['once'], { hash: 'a' });
    const first = await client.next();
    assert.equal(first.kind, 'log');
    await client.leave();
    await send(1, ['between'], { hash: 'b' });
    await send(1, ['between'], { hash: 'b' });
    const again = await open({ resume: first.id });
    await send(1, ['between'], { hash: 'b' });
    await send(1, ['last'], { hash: 'c' });
    assert.deepEqual(await again.logs(2), ['between', 'last']);
    await again.leave();
  });

  it('drops the oldest records for a slow client and reports how many, only while it is slow', async () => {
    const small = tailWith({ maxItems: 20 });
    const client = await open({ from: small });
    const other = await open({ from: small, filters: { q: 'end' } });
    await send(1, ['first']);
    assert.deepEqual(await client.logs(1), ['first']);
    const id = client.id;
    for (let n = 0; n < 10; n++)
      await send(
        1,
        Array.from({ length: 10 }, (_, row) => `${n}-${row}`),
      );
    // The feed publishes both at once, so records that this client has seen have reached the other.
    await send(1, ['end']);
    assert.deepEqual(await other.logs(1), ['end']);
    await other.leave();
    const events: TailEvent[] = [];
    let dropped = 0;
    while (events.length + dropped < 101) {
      const event = await client.next();
      if (event.kind === 'dropped') {
        assert.equal(event.gap, false);
        assert.equal(event.sinceMs, nowMs);
        dropped += event.count;
      } else events.push(event);
    }
    assert.equal(events.length + dropped, 101);
    assert.ok(dropped >= 70, `${dropped} were dropped`);
    await client.leave();
    const again = await open({ resume: id });
    assert.equal(new Set(await again.logs(101)).size, 101);
    await again.leave();
  });

  it('limits buffered records by bytes too, but never holds back a single large record', async () => {
    const small = tailWith({ maxBytes: 1000 });
    const client = await open({ from: small });
    const other = await open({ from: small, filters: { q: 'last' } });
    await send(1, ['x'.repeat(100_000), `last ${'y'.repeat(100_000)}`]);
    // The feed publishes to this client first: once the other one has read its record, both are in the queue of this client.
    await other.logs(1);
    const dropped = await client.next();
    assert.deepEqual([dropped.kind, dropped.kind === 'dropped' && dropped.count], ['dropped', 1]);
    const [only] = await client.logs(1);
    assert.equal(only?.slice(0, 4), 'last');
    await Promise.all([client.leave(), other.leave()]);
  });

  it('reports a gap if its position has expired, and continues with the remaining records', async () => {
    const client = await open();
    await send(1, ['seen']);
    await client.logs(1);
    const id = client.id;
    await client.leave();
    for (let n = 0; n < 12; n++) await send(1, [`lost ${n}`]);
    await consumeAll(log);
    nowMs += 120_000;
    assert.ok((await log.sweep()) > 0);
    await send(1, ['left']);
    const again = await open({ resume: id });
    const gap = await again.next();
    assert.deepEqual(gap, { kind: 'dropped', count: 0, gap: true });
    assert.deepEqual(await again.logs(1), ['left']);
    await again.leave();
  });

  it('sends heartbeats when nothing else happens, which move the client along with the log', async () => {
    const client = await open({ filters: { q: 'never' }, from: tailWith({ heartbeatMs: 30 }) });
    const first = await client.next();
    assert.equal(first.kind, 'heartbeat');
    for (let n = 0; n < 5; n++) await send(1, ['something']);
    const total = (await log.positions(TOPIC_BY_SIGNAL.logs)).reduce((sum, { endOffset }) => sum + endOffset, 0);
    for (let moved = 0; moved < total;) {
      const event = await client.next();
      assert.equal(event.kind, 'heartbeat');
      moved = [...openPosition(ids, event.id, nowMs).values()].reduce((sum, { offset }) => sum + offset, 0);
    }
    await client.leave();
  });

  it('refuses an eleventh stream of a project, and of no other project, until one ends', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => open()));
    await assert.rejects(open(), (error: ServiceError) => error.code === 'concurrency_limited');
    await clients[0]?.leave();
    await (await open()).leave();
    await Promise.all(clients.map((client) => client.leave()));
    await eventually('nobody follows', () => counted.following === 0);
  });

  it('frees everything of a client that disconnects before it has read anything', async () => {
    for (let n = 0; n < 15; n++) {
      const leaving = new AbortController();
      await tail.open({
        projectNumber: 1,
        credentialId: 'k1',
        matches: () => true,
        resume: undefined,
        toId: () => '',
        signal: leaving.signal,
      });
      leaving.abort();
    }
    await eventually('nobody follows', () => counted.following === 0);
  });

  it('ends every stream with unavailable when the log is gone', async () => {
    const client = await open();
    await log.close();
    await assert.rejects(client.next(), (error: ServiceError) => error.code === 'unavailable');
    await assert.rejects(open(), (error: ServiceError) => error.code === 'unavailable');
  });

  it('rejects an ID that is forged, of another project or older than five minutes', async () => {
    const client = await open();
    await send(1, ['seen']);
    await client.logs(1);
    await client.leave();
    const { id = '' } = client;
    const other = resumeIds({ operation: 'logs.stream', project: 2 });
    const fromTheBeginning = Buffer.from('0.0.0 1.0.0').toString('base64url');
    for (const forged of ['x', '!!', fromTheBeginning, id.slice(1)]) {
      assert.throws(() => openPosition(ids, forged, nowMs), { code: 'invalid_request' });
    }
    assert.throws(() => openPosition(other, id, nowMs), { code: 'invalid_request' });
    assert.ok(openPosition(ids, id, nowMs + 300_000).size > 0);
    assert.throws(() => openPosition(ids, id, nowMs + 300_001), { code: 'invalid_request' });
  });

  it('does not hold the event loop while it filters a large request, live and when a client reconnects', async () => {
    const filters = { q: Array.from({ length: 60 }, (_, n) => `w${n}`).join(' OR ') + ' OR zz' };
    const watchers = await Promise.all([open({ filters }), open({ filters }), open({ filters })]);
    await send(1, ['zz first']);
    await watchers[0]?.logs(1);
    const records = Array.from({ length: 60_000 }, () => 'w');
    // Far above ten milliseconds, because it includes the collection of garbage; filtering takes much longer altogether.
    const limitMs = 100;
    const heldMs: number[] = [];
    // Not every attempt is disturbed by the compiler or a large collection.
    for (let attempt = 0; attempt < 4 && !heldMs.some((ms) => ms < limitMs); attempt++) {
      const position = watchers[0]?.id;
      await send(1, [...records, 'zz last']);
      const longestTurnMs = measureTurns();
      assert.deepEqual(await watchers[0]?.logs(1), ['zz last']);
      const again = await open({ filters, resume: position });
      assert.deepEqual(await again.logs(1), ['zz last']);
      heldMs.push(longestTurnMs());
      await again.leave();
    }
    assert.ok(Math.min(...heldMs) < limitMs, `the event loop was held for ${heldMs.join(', ')} ms`);
    for (const client of watchers) await client.leave();
  });

  it('stops filtering a request when its client leaves', async () => {
    const client = await open({ filters: { q: 'zz' } });
    await send(1, ['zz first']);
    await client.logs(1);
    await client.leave();
    await send(
      1,
      Array.from({ length: 20_000 }, () => 'w'),
    );
    let tested = 0;
    const leaving = new AbortController();
    const events = await tail.open({
      projectNumber: 1,
      credentialId: 'k1',
      matches: () => {
        tested++;
        if (tested === 100) leaving.abort();
        return false;
      },
      resume: openPosition(ids, client.id ?? '', nowMs),
      toId: () => '',
      signal: leaving.signal,
    });
    await assert.rejects(async () => {
      for await (const _ of events);
    });
    await eventually('nobody follows', () => counted.following === 0);
    assert.equal(tested, 100);
  });
});

/** One stream as its client sees it. */
class Client {
  id: string | undefined;
  private readonly events: AsyncIterator<TailEvent>;

  constructor(
    events: AsyncIterable<TailEvent>,
    private readonly leaving: AbortController,
  ) {
    this.events = events[Symbol.asyncIterator]();
  }

  async next(): Promise<TailEvent> {
    const step = await this.events.next();
    assert.ok(!step.done, 'the stream continues');
    const { value } = step;
    if (value.kind !== 'dropped') this.id = value.id;
    return value;
  }

  async logs(count: number): Promise<string[]> {
    const bodies: string[] = [];
    while (bodies.length < count) {
      const event = await this.next();
      if (event.kind === 'log') bodies.push(event.entry.body);
      else assert.equal(event.kind, 'heartbeat');
    }
    return bodies;
  }

  async leave(): Promise<void> {
    this.leaving.abort();
    await this.events.return?.();
  }
}

/** Retention keeps records that some group has not read. */
async function consumeAll(log: LmdbEventLog): Promise<void> {
  const total = (await log.positions(TOPIC_BY_SIGNAL.logs)).reduce((sum, { endOffset }) => sum + endOffset, 0);
  let read = 0;
  const bounds = { maxBytes: 1e6, maxRecords: 100, maxWaitMs: 0, from: 'earliest' as const };
  const consumer = await log.consume({ topic: TOPIC_BY_SIGNAL.logs, group: 'store', ...bounds }, ({ records }) => {
    read += records.length;
    return Promise.resolve();
  });
  await eventually('everything is read', () => read === total);
  await consumer.stop();
}

/**
 * Measures the largest CPU time between two turns of the event loop, which does not depend on other work of the
 * machine.
 */
function measureTurns(): () => number {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
  };
  const timer = setInterval(turn, 1);
  return () => {
    clearInterval(timer);
    turn();
    return longestMs;
  };
}
