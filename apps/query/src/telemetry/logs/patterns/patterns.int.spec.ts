import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { LogsPatternsRequestSchema } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  at,
  clock,
  DAY,
  HOUR,
  type LogFixture,
  logId,
  MINUTE,
  NOW,
  testScope,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { toLogPatterns } from './patterns.message.js';
import { PatternsRepository } from './patterns.repository.js';
import { PatternsService } from './patterns.service.js';

type Request = MessageInitShape<typeof LogsPatternsRequestSchema>;

describe('log patterns', () => {
  let engine: SharedStore;
  let service: PatternsService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new PatternsService(new PatternsRepository(), clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const read = async (request: Request, scope: Scope, sample?: number) =>
    toLogPatterns(
      await service.patterns(create(LogsPatternsRequestSchema, request), testReader(engine.store, scope), sample),
    );
  let written = 0;
  const log = (project: number, others: Partial<LogFixture>): LogFixture => ({
    project,
    timestamp: NOW - MINUTE,
    idTail: (++written).toString(16).padStart(16, '0'),
    ...others,
  });

  describe('in a window', () => {
    const scope = testScope(10);
    const login = (age: bigint, user: number): LogFixture =>
      log(10, { body: `user ${user} logged in`, timestamp: NOW - age, severityNumber: 9, service: 'web' });
    const logins = [login(23n * HOUR, 1), login(2n * HOUR, 2), login(2n * HOUR - 1n, 3), login(1n, 4)];
    const failure = log(10, { body: 'disk /dev/sda1 full', severityNumber: 21, service: 'db', timestamp: NOW - HOUR });
    beforeAll(() =>
      writer.logs([...logins, failure, log(10, { body: 'user 9 logged in', timestamp: NOW - DAY - 1n })]),
    );

    it('returns counts, shares, times, a sample and a trend that adds up', async () => {
      const { patterns = [], ...others } = await read({}, scope);
      assert.deepEqual(others, { patternCount: 2n, scanned: 5n, total: 5n, sampled: false });
      const [first, second] = patterns;
      assert.equal(first?.template, 'user <number> logged in');
      assert.deepEqual([first.count, first.share, first.level], [4n, 0.8, 'info']);
      assert.deepEqual([first.sampleLogId, first.sample], [logId(logins[3] ?? login(0n, 0)), 'user 4 logged in']);
      assert.deepEqual(first.firstSeen, { seconds: (NOW - 23n * HOUR) / 1_000_000_000n, nanos: 0 });
      assert.deepEqual(first.lastSeen, { seconds: NOW / 1_000_000_000n - 1n, nanos: 999_999_999 });
      assert.deepEqual(
        first.trend?.map(({ count }) => Number(count)),
        [0, 1, ...new Array<number>(20).fill(0), 2, 1],
      );
      assert.deepEqual(first.trend[0]?.timestamp, { seconds: (NOW - DAY) / 1_000_000_000n, nanos: 0 });
      assert.equal(second?.template, 'disk /dev/<id> full');
      assert.deepEqual([second.count, second.level], [1n, 'fatal']);
    });

    it('mines only the filtered records', async () => {
      const templates = async (request: Request): Promise<(string | undefined)[]> =>
        (await read(request, scope)).patterns?.map(({ template }) => template) ?? [];
      const ofFailure = ['disk /dev/<id> full'];
      assert.deepEqual(await templates({ level: ['fatal'] }), ofFailure);
      assert.deepEqual(await templates({ service: ['db'] }), ofFailure);
      assert.deepEqual(await templates({ q: 'full' }), ofFailure);
      assert.deepEqual(await templates({ endTime: at(NOW - HOUR + 1n), startTime: at(NOW - HOUR) }), ofFailure);
      assert.deepEqual(await templates({ minCount: 2 }), ['user <number> logged in']);
      assert.deepEqual(await templates({ limit: 1 }), ['user <number> logged in']);
      assert.deepEqual(await templates({ q: 'nothing' }), []);
      assert.equal((await read({ limit: 1 }, scope)).patternCount, 2n);
      assert.equal((await read({ startTime: at(NOW - 2n * DAY) }, scope)).patterns?.[0]?.count, 5n);
      assert.deepEqual((await read({}, testScope(11))).patterns, []);
    });

    it('keeps the IDs of patterns whatever the window and the project', async () => {
      await writer.logs([log(12, { body: 'user 77 logged in' })]);
      const ids = [
        await read({}, scope),
        await read({ startTime: at(NOW - HOUR) }, scope),
        await read({}, testScope(12)),
      ];
      const login = ids.map(
        ({ patterns }) => patterns?.find(({ template }) => template?.startsWith('user'))?.patternId,
      );
      assert.equal(new Set(login).size, 1);
    });
  });

  it('estimates patterns from a sample of every part of a large window, and reports it', async () => {
    const scope = testScope(20);
    // One hour has a thousand times as many records as the others, which have one rare message each.
    await engine.store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, record_id, body)
       SELECT 20, 30, fromUnixTimestamp64Nano({start:Int64} + number * 100000), unhex(lpad(hex(number), 16, '0')),
         if(number % 4 = 0, concat('slow request ', toString(number)), concat('request ', toString(number), ' served'))
       FROM numbers(30000)`,
      { start: NOW - 10n * HOUR },
    );
    await writer.logs([5n, 15n, 20n].map((hours) => log(20, { body: `rare ${hours}`, timestamp: NOW - hours * HOUR })));
    const { patterns = [], ...others } = await read({}, scope, 2_000);
    assert.equal(others.sampled, true);
    assert.equal(others.total, 30_003n);
    assert.ok(Number(others.scanned) <= 2_003, String(others.scanned));
    const counts = new Map(patterns.map(({ template, count }) => [template, Number(count)]));
    assert.deepEqual([...counts.keys()], ['request <number> served', 'slow request <number>', 'rare <number>']);
    assert.equal(counts.get('rare <number>'), 3);
    const slow = counts.get('slow request <number>') ?? 0;
    assert.ok(Math.abs(slow / 7_500 - 1) < 0.02, String(slow));
    assert.deepEqual(await read({}, scope, 2_000), { patterns, ...others });
  });

  it('compares only the start of long messages', async () => {
    await writer.logs([
      log(30, { body: `panic ${'x'.repeat(100_000)}` }),
      log(30, { body: `panic ${'x'.repeat(90_000)}` }),
    ]);
    const { patterns = [] } = await read({}, testScope(30));
    assert.deepEqual([patterns.length, patterns[0]?.sample?.length, patterns[0]?.count], [1, 1024, 2n]);
  });
});
