import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { LogsAggregateRequestSchema } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  at,
  clock,
  DAY,
  INJECTION_ATTEMPTS,
  HOUR,
  type LogFixture,
  MINUTE,
  NOW,
  SECOND,
  testScope,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { toLogGroups } from './aggregate.message.js';
import { AggregateRepository } from './aggregate.repository.js';
import { AggregateService } from './aggregate.service.js';

type Request = MessageInitShape<typeof LogsAggregateRequestSchema>;

describe('aggregated logs', () => {
  let engine: SharedStore;
  let service: AggregateService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new AggregateService(new AggregateRepository(), clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const aggregate = async (request: Request, scope: Scope) =>
    toLogGroups(await service.aggregate(create(LogsAggregateRequestSchema, request), testReader(engine.store, scope)));
  const queryCounts = async (request: Request, scope: Scope): Promise<[Record<string, string>, number][]> => {
    const { groups = [] } = await aggregate(request, scope);
    return groups.map(({ values = {}, count }) => [values, Number(count)]);
  };
  let written = 0;
  const log = (project: number, others: Partial<LogFixture>): LogFixture => ({
    project,
    timestamp: NOW - MINUTE,
    idTail: (++written).toString(16).padStart(16, '0'),
    ...others,
  });

  it('counts old and new names of semantic conventions as one, of records and of resources', async () => {
    await writer.logs([
      log(70, { attributes: { 'net.peer.name': 'db', 'http.method': 'GET' } }),
      log(70, { attributes: { 'server.address': 'db', 'net.host.name': 'former' }, resourceHash: 71n }),
      log(70, { attributes: { 'net.host.name': 'db' } }),
      log(70, { resourceHash: 71n }),
      log(70, {}),
    ]);
    await writer.resource(70, 71n, { 'http.request.method': 'PUT' });
    for (const [peer, method] of [
      ['server.address', 'http.request.method'],
      ['net.peer.name', 'http.method'],
      ['attributes.net.host.name', 'http.method'],
    ] as const) {
      assert.deepEqual(await queryCounts({ groupBy: [peer] }, testScope(70)), [
        [{ [peer]: 'db' }, 3],
        [{}, 2],
      ]);
      assert.deepEqual(await queryCounts({ groupBy: [method], q: `${peer}:db` }, testScope(70)), [
        [{}, 1],
        [{ [method]: 'GET' }, 1],
        [{ [method]: 'PUT' }, 1],
      ]);
      assert.deepEqual(await queryCounts({ groupBy: [`resource.${method}`], q: `-${peer}:*` }, testScope(70)), [
        [{}, 1],
        [{ [`resource.${method}`]: 'PUT' }, 1],
      ]);
    }
  });

  describe('by fields', () => {
    const scope = testScope(10);
    beforeAll(async () => {
      await writer.logs([
        log(10, { service: 'cart', severityNumber: 17, attributes: { region: 'eu', 'host.name': 'own' } }),
        log(10, { service: 'cart', severityNumber: 18, resourceHash: 5n }),
        log(10, { service: 'cart', severityNumber: 9, resourceHash: 6n, traceId: 'ab'.repeat(16) }),
        log(10, { service: 'web', severityNumber: 0, attributes: { region: 'us' }, resourceHash: 5n }),
        log(10, { severityNumber: 25, body: 'no service', attributes: { 'a,b': 'x' } }),
      ]);
      await writer.resource(10, 5n, { 'host.name': 'node-1', region: 'eu' });
      await writer.resource(10, 6n, { 'host.name': 'node-2' });
      // Stored twice, as after a restart of the sender.
      await writer.resource(10, 6n, { 'host.name': 'node-2' });
      await writer.resource(11, 6n, { 'host.name': 'of another project' });
    });

    const cases: [title: string, request: Request, found: [Record<string, string>, number][]][] = [
      [
        'service',
        { groupBy: ['service'] },
        [
          [{ service: 'cart' }, 3],
          [{}, 1],
          [{ service: 'web' }, 1],
        ],
      ],
      [
        'level',
        { groupBy: ['level'] },
        [
          [{}, 2],
          [{ level: 'error' }, 2],
          [{ level: 'info' }, 1],
        ],
      ],
      [
        'an attribute of the record or of its resource',
        { groupBy: ['region'] },
        [
          [{}, 2],
          [{ region: 'eu' }, 2],
          [{ region: 'us' }, 1],
        ],
      ],
      [
        'an attribute of the resource alone',
        { groupBy: ['resource.host.name'] },
        [
          [{}, 2],
          [{ 'resource.host.name': 'node-1' }, 2],
          [{ 'resource.host.name': 'node-2' }, 1],
        ],
      ],
      [
        'an attribute of the record alone',
        { groupBy: ['attributes.host.name'] },
        [
          [{}, 4],
          [{ 'attributes.host.name': 'own' }, 1],
        ],
      ],
      [
        'a trace',
        { groupBy: ['trace_id'] },
        [
          [{}, 4],
          [{ trace_id: 'ab'.repeat(16) }, 1],
        ],
      ],
      [
        'an attribute whose name has a comma',
        { groupBy: ['attributes.a,b'] },
        [
          [{}, 4],
          [{ 'attributes.a,b': 'x' }, 1],
        ],
      ],
      ['an unknown name', { groupBy: ['nothing'] }, [[{}, 5]]],
      [
        'several fields',
        { groupBy: ['service', ' level', 'severity_number'], service: ['cart'] },
        [
          [{ service: 'cart', level: 'error', severity_number: '17' }, 1],
          [{ service: 'cart', level: 'error', severity_number: '18' }, 1],
          [{ service: 'cart', level: 'info', severity_number: '9' }, 1],
        ],
      ],
      ['filtered', { groupBy: ['service'], level: ['error', 'info'], q: 'region:eu' }, [[{ service: 'cart' }, 2]]],
    ];
    for (const [title, request, found] of cases) {
      it(`counts by ${title}`, async () => {
        assert.deepEqual(await queryCounts(request, scope), found);
      });
    }

    it('treats injection attempts as names of unknown attributes', async () => {
      for (const attempt of INJECTION_ATTEMPTS) {
        try {
          const groups = await queryCounts({ groupBy: [attempt] }, scope);
          assert.deepEqual(groups, [[{}, 5]], attempt.slice(0, 20));
        } catch (error) {
          assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
        }
      }
    });

    it('counts the records of one project only', async () => {
      assert.deepEqual(await queryCounts({ groupBy: ['service'] }, testScope(12)), []);
    });
  });

  it('reports how much the largest groups leave out', async () => {
    const scope = testScope(20);
    // Group n has n records.
    const rows = Array.from({ length: 12 }, (_, group) =>
      Array.from({ length: group + 1 }, () => log(20, { service: `s${group + 1}` })),
    ).flat();
    await writer.logs(rows);
    const answer = await aggregate({ groupBy: ['service'], limit: 3 }, scope);
    assert.deepEqual(
      answer.groups?.map(({ count }) => Number(count)),
      [12, 11, 10],
    );
    assert.deepEqual([answer.rest?.groupCount, answer.rest?.count, answer.total], [9n, 45n, 78n]);
    const whole = await aggregate({ groupBy: ['service'] }, scope);
    assert.deepEqual([whole.rest?.groupCount, whole.rest?.count, whole.total], [0n, 0n, 78n]);
    const none = await aggregate({ groupBy: ['service'], q: 'nothing' }, scope);
    assert.deepEqual([none.groups, none.rest?.count, none.total], [[], 0n, 0n]);
  });

  it('sums over time to the totals, group by group', async () => {
    const scope = testScope(30);
    const ages = [0n, 1n, 59n, 60n, 61n, 600n, 3_599n];
    await writer.logs(
      ages.flatMap((seconds) =>
        ['a', 'a', 'b', 'c'].map((name) =>
          log(30, { service: name, timestamp: NOW - 1n - seconds * 1_000_000_000n, attributes: { tier: name } }),
        ),
      ),
    );
    for (const groupBy of [['service'], ['tier'], ['service', 'tier']]) {
      const answer = await aggregate({ groupBy, interval: '1m', limit: 1 }, scope);
      const sum = (series: readonly { readonly count?: bigint }[] = []): bigint =>
        series.reduce((total, { count = 0n }) => total + count, 0n);
      const [largest] = answer.groups ?? [];
      assert.equal(largest?.count, 14n);
      assert.equal(sum(largest.series), 14n);
      assert.equal(sum(answer.rest?.series), 14n);
      for (const { timestamp } of largest.series ?? []) assert.equal(Number(timestamp?.seconds) % 60, 0);
      // 60 minutes, and the rest of the first one.
      assert.equal(largest.series?.length, answer.rest?.series?.length);
      const times = (largest.series ?? []).map(({ timestamp }) => Number(timestamp?.seconds));
      assert.ok(
        times.length >= 60 && times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 60),
      );
      assert.equal(largest.series?.filter(({ count }) => count === 0n).length, times.length - 4);
    }
    assert.deepEqual((await aggregate({ groupBy: ['service'] }, scope)).groups?.[0]?.series, []);
  });

  it('rejects series with too many points', async () => {
    const window = { startTime: at(NOW - 15n * DAY), endTime: at(NOW) };
    const request = { groupBy: ['service'], interval: '1m', ...window };
    await assert.rejects(aggregate(request, testScope(30)), { code: 'invalid_request' });
    assert.equal((await aggregate({ ...request, limit: 1 }, testScope(30))).total, 28n);
    assert.equal((await aggregate({ ...request, interval: '1d' }, testScope(30))).total, 28n);
  });

  it('cuts long values', async () => {
    const long = 'ü'.repeat(300);
    await writer.logs([
      log(40, { attributes: { long: `${long}1` } }),
      log(40, { attributes: { long: `${long}2` }, timestamp: NOW - HOUR + 1n }),
    ]);
    assert.deepEqual(await queryCounts({ groupBy: ['long'] }, testScope(40)), [[{ long: 'ü'.repeat(256) }, 2]]);
  });

  describe('by the columns of minutes', () => {
    it('counts the records of the window, in whole minutes and parts of minutes alike', async () => {
      const scope = testScope(31);
      const levels = [0, 9, 13, 17, 21];
      await writer.logs(
        Array.from({ length: 300 }, (_, index) =>
          log(31, {
            timestamp: NOW - BigInt(index) * 7n * SECOND - BigInt(index),
            service: `s${index % 3}`,
            severityNumber: levels[index % 5] ?? 0,
          }),
        ),
      );
      const windows = [
        [NOW - 20n * MINUTE - 31n * SECOND, NOW - 13n * SECOND],
        [NOW - 90n * SECOND, NOW - 80n * SECOND],
        [NOW - 5n * MINUTE, NOW - 3n * MINUTE],
        [NOW - 3n * MINUTE + 1n, NOW - 1n * MINUTE - 1n],
      ] as const;
      for (const [from, to] of windows) {
        for (const level of [[], ['error', 'fatal'], ['info']]) {
          const request = { startTime: at(from), endTime: at(to), level, interval: '1m' };
          const byMinute = await aggregate({ ...request, groupBy: ['service', 'level'] }, scope);
          // A name that is not counted by minute, and is the same for every record.
          const byRecord = await aggregate({ ...request, groupBy: ['service', 'level', 'event_name'] }, scope);
          const plain = (counted: typeof byMinute) =>
            counted.groups?.map(({ values = {}, ...others }) => ({
              ...others,
              service: values['service'],
              level: values['level'],
            }));
          assert.deepEqual(plain(byMinute), plain(byRecord));
          assert.equal(byMinute.total, byRecord.total);
        }
      }
    });
  });
});
