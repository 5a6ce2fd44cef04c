import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { LogsQueryRequestSchema } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import { ResourcesRepository } from '../resources/resources.repository.js';
import { Budget, type Scope } from '../statement/index.js';
import { startTestColumnStore, type TestColumnStore } from '../testing/column-store.js';
import { at, clock, DAY, HOSTILE, HOUR, MINUTE, NOW, SECOND, testCursors } from '../testing/requests.js';
import { ampleBudget, scopeOf } from '../testing/scope.js';
import { logId, TelemetryWriter, type LogFixture } from '../testing/telemetry-writer.js';
import { toLogRecord } from './log-record.message.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';

type Request = MessageInitShape<typeof LogsQueryRequestSchema>;

describe('log queries', () => {
  let engine: TestColumnStore;
  let service: LogsService;
  let writer: TelemetryWriter;
  before(async () => {
    engine = await startTestColumnStore();
    writer = new TelemetryWriter(engine.store);
    const resources = new ResourcesRepository(engine.store);
    service = new LogsService(new LogsRepository(engine.store), resources, testCursors(), clock);
  });
  after(() => engine[Symbol.asyncDispose]());

  const query = (request: Request, scope: Scope, budget = ampleBudget()) =>
    service.query(create(LogsQueryRequestSchema, request), scope, budget);
  const idsOf = async (request: Request, scope: Scope): Promise<string[]> =>
    (await query(request, scope)).rows.map(({ id }) => id);
  async function allPages(request: Request, scope: Scope): Promise<string[]> {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await query({ ...request, cursor }, scope);
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    return ids;
  }

  describe('read in pages', () => {
    const scope = scopeOf(10);
    // Crowds at single nanoseconds, on the borders of five minutes and of slices, and days apart.
    const times = [0n, 1n, 5n * MINUTE, 5n * MINUTE - 1n, 35n * MINUTE, 3n * HOUR, 7n * HOUR, 2n * DAY, 20n * DAY];
    const rows = times.flatMap((ago, group) =>
      Array.from({ length: 7 }, (_, index): LogFixture => ({
        project: 10,
        timestamp: NOW - 1n - ago,
        idTail: ((index * 7919 + group) % 65_536).toString(16).padStart(16, '0'),
        service: `s${index % 3}`,
      })),
    );
    const newestFirst = rows.map(logId).sort().reverse();
    const window = { startTime: at(NOW - 29n * DAY), endTime: at(NOW) };
    before(() => writer.logs(rows));

    for (const limit of [1, 4, 7, 50, 1000]) {
      it(`give every record once, newest first, ${limit} at a time`, async () => {
        assert.deepEqual(await allPages({ ...window, limit }, scope), newestFirst);
      });
    }

    it('give every record once, oldest first', async () => {
      for (const limit of [3, 1000]) {
        const ids = await allPages({ ...window, limit, sort: 'timestamp_asc' }, scope);
        assert.deepEqual(ids, newestFirst.toReversed());
      }
    });

    it('do not shift when records arrive between two pages', async () => {
      const other = scopeOf(11);
      const fixture = (index: number): LogFixture => ({
        project: 11,
        timestamp: NOW - BigInt(index) * SECOND,
        idTail: '0000000000000000',
      });
      await writer.logs([1, 2, 3, 4].map(fixture));
      const first = await query({ limit: 2 }, other);
      await writer.logs([{ ...fixture(1), idTail: 'ffffffffffffffff' }, fixture(0)]);
      const second = await query({ limit: 2, cursor: first.nextCursor ?? '' }, other);
      assert.deepEqual(
        second.rows.map(({ id }) => id),
        [3, 4].map((index) => logId(fixture(index))),
      );
      assert.equal(second.nextCursor, undefined);
    });

    it('have 50 records unless told otherwise and never more than 1000', async () => {
      const crowd = scopeOf(12);
      await writer.logs(
        Array.from({ length: 1_100 }, (_, index) => ({
          project: 12,
          timestamp: NOW - BigInt(index + 1),
          idTail: index.toString(16).padStart(16, '0'),
        })),
      );
      assert.equal((await idsOf({}, crowd)).length, 50);
      assert.equal((await idsOf({ limit: 2_000_000_000 }, crowd)).length, 1000);
    });

    it('end before an answer becomes too large for a message', async () => {
      const heavy = scopeOf(13);
      await engine.store.command(
        `INSERT INTO logs (project_number, retention_days, timestamp, log_id, body, resource_hash)
         SELECT 13, 30, fromUnixTimestamp64Nano({start:Int64} + number), unhex(lpad(hex(number), 32, '0')), repeat('x', 1000000), 6
         FROM numbers(60)`,
        { start: NOW - MINUTE },
      );
      const sizes: number[] = [];
      let cursor = '';
      do {
        const page = await query({ cursor, limit: 1000, startTime: at(NOW - 2n * MINUTE), endTime: at(NOW) }, heavy);
        sizes.push(page.rows.length);
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      assert.equal(
        sizes.reduce((sum, size) => sum + size, 0),
        60,
      );
      assert.ok(Math.max(...sizes) <= 25 && sizes.length <= 4, sizes.join());
    });

    it('break off when the time is over and go on where they stopped', async () => {
      let now = 0;
      const hasty = (): Budget => new Budget(new AbortController().signal, 1_000, () => (now += 400));
      const ids: string[] = [];
      let cursor = '';
      let pages = 0;
      do {
        const page = await query({ ...window, startTime: at(NOW - 3n * HOUR), limit: 100, cursor }, scope, hasty());
        ids.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor ?? '';
        now = 0;
      } while (cursor !== '' && pages++ < 100);
      assert.ok(pages > 3);
      assert.deepEqual(ids, newestFirst.slice(0, ids.length));
      assert.equal(ids.length, 5 * 7);
    });
  });

  it('include the start of the window and exclude its end, to the nanosecond', async () => {
    const scope = scopeOf(20);
    const rows = [-1n, 0n, 1n, 9n, 10n, 11n].map((offset): LogFixture => ({
      project: 20,
      timestamp: NOW - HOUR + offset,
      idTail: '0000000000000000',
    }));
    await writer.logs(rows);
    const found = await idsOf({ startTime: at(NOW - HOUR), endTime: at(NOW - HOUR + 10n) }, scope);
    assert.deepEqual(found.toReversed(), rows.slice(1, 4).map(logId));
  });

  describe('with filters', () => {
    const scope = scopeOf(30);
    const row = (idTail: string, others: Partial<LogFixture>): LogFixture => ({
      project: 30,
      timestamp: NOW - MINUTE,
      idTail: idTail.padStart(16, '0'),
      ...others,
    });
    const rows = {
      a: row('a', {
        service: 'cart',
        environment: 'prod',
        severityNumber: 17,
        body: 'Payment failed',
        distinctId: 'u1',
      }),
      b: row('b', { service: 'cart', environment: 'test', severityNumber: 9, traceId: 'ab'.repeat(16) }),
      c: row('c', { service: 'web', environment: 'prod', severityNumber: 24, attributes: { 'http.method': 'GET' } }),
      d: row('d', { service: '', severityNumber: 0, resourceHash: 77n, distinctId: 'u2' }),
    };
    before(async () => {
      await writer.logs(Object.values(rows));
      await writer.resource(30, 77n, { 'host.name': 'node-1' });
    });

    const cases: [title: string, request: Request, found: (keyof typeof rows)[]][] = [
      ['none', {}, ['a', 'b', 'c', 'd']],
      ['one service', { service: ['cart'] }, ['a', 'b']],
      ['several services', { service: ['cart', 'web'] }, ['a', 'b', 'c']],
      ['an empty service', { service: [''] }, ['a', 'b', 'c', 'd']],
      ['an environment', { environment: ['prod'] }, ['a', 'c']],
      ['a level', { level: ['error'] }, ['a']],
      ['levels', { level: ['info', 'fatal'] }, ['b', 'c']],
      ['a customer', { distinctId: 'u1' }, ['a']],
      ['a trace, in any case', { traceId: 'AB'.repeat(16) }, ['b']],
      ['a search', { q: 'payment' }, ['a']],
      ['an attribute', { q: 'http.method:GET' }, ['c']],
      ['an attribute of the resource', { q: 'host.name:node*' }, ['d']],
      [
        'all at once',
        { service: ['cart'], environment: ['prod'], level: ['error'], distinctId: 'u1', q: 'failed' },
        ['a'],
      ],
      ['none that meets both', { service: ['web'], distinctId: 'u1' }, []],
    ];
    for (const [title, request, found] of cases) {
      it(`find by ${title}`, async () => {
        const expected = found.map((name) => logId(rows[name])).sort();
        assert.deepEqual((await idsOf(request, scope)).sort(), expected);
      });
    }

    it('take hostile text for what it is: a name nobody has', async () => {
      const brief = { startTime: at(NOW - 2n * MINUTE) };
      for (const hostile of HOSTILE) {
        const filters: Request[] = [
          { service: [hostile] },
          { service: [hostile, 'other'] },
          { environment: [hostile] },
          { distinctId: hostile },
        ];
        for (const filter of filters) assert.deepEqual(await idsOf({ ...filter, ...brief }, scope), []);
        const escaped = hostile.replace(/[\\"]/g, '\\$&');
        for (const q of [
          `"${escaped}"`,
          `service:"${escaped}"`,
          `x:"${escaped}"`,
          `"${escaped}":x`,
          `x:>"${escaped}"`,
          hostile,
        ]) {
          try {
            await idsOf({ q, ...brief }, scope);
          } catch (error) {
            assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
          }
        }
      }
      assert.equal((await idsOf({}, scope)).length, 4);
    });
  });

  it('never show a record of another project', async () => {
    const shared = { timestamp: NOW - SECOND, idTail: '00000000000000aa', traceId: 'cd'.repeat(16), body: 'shared' };
    await writer.logs([
      { ...shared, project: 40, service: 'mine', resourceHash: 5n },
      { ...shared, project: 41, service: 'theirs', resourceHash: 5n },
    ]);
    await writer.resource(41, 5n, { secret: 'of 41' });
    const requests: Request[] = [
      {},
      { traceId: 'cd'.repeat(16) },
      { q: 'shared OR secret:* OR -x' },
      { service: ['mine', 'theirs'] },
    ];
    for (const request of requests) {
      const { rows, resources } = await query(request, scopeOf(40));
      assert.deepEqual(
        rows.map(({ service_name }) => service_name),
        ['mine'],
      );
      assert.equal(resources.size, 0);
    }
    assert.deepEqual(await idsOf({ q: 'secret:*' }, scopeOf(40)), []);
    assert.deepEqual(await idsOf({}, scopeOf(42)), []);
  });

  it('refuse a cursor that is not of this very list', async () => {
    const scope = scopeOf(10);
    const request: Request = { service: ['s0', 's1'], limit: 1, startTime: at(NOW - DAY), endTime: at(NOW) };
    const { nextCursor: cursor = '' } = await query(request, scope);
    assert.notEqual(cursor, '');
    assert.equal((await query({ ...request, cursor, limit: 9, service: ['s1', 's0', 's1'] }, scope)).rows.length, 9);
    const abuses: [Request, Scope][] = [
      [{ ...request, cursor }, scopeOf(11)],
      [{ ...request, cursor, service: ['s0'] }, scope],
      [{ ...request, cursor, q: 'x' }, scope],
      [{ ...request, cursor, level: ['error'] }, scope],
      [{ ...request, cursor, environment: ['x'] }, scope],
      [{ ...request, cursor, distinctId: 'x' }, scope],
      [{ ...request, cursor, traceId: 'ab'.repeat(16) }, scope],
      [{ ...request, cursor, sort: 'timestamp_asc' }, scope],
      [{ ...request, cursor, startTime: at(NOW - DAY - 1n) }, scope],
      [{ service: ['s0', 's1'], cursor }, scope],
      [{ ...request, cursor: `${cursor}x` }, scope],
      [{ ...request, cursor: cursor.slice(2) }, scope],
      [{ ...request, cursor: 'hello' }, scope],
    ];
    for (const [abuse, of] of abuses) await assert.rejects(query(abuse, of), { code: 'InvalidArgument' });
  });

  it('answer messages with exact times, printed ids and the resource', async () => {
    const scope = scopeOf(50);
    const fixture: LogFixture = {
      project: 50,
      timestamp: NOW - 1n,
      idTail: '00000000000000ff',
      severityNumber: 13,
      severityText: 'WARNING',
      body: 'It is "late"\n\tand ünïcode',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      sessionId: 'session-1',
      attributes: { a: '1', __proto__x: '2' },
      resourceHash: 18_446_744_073_709_551_615n,
    };
    await writer.logs([fixture, { project: 50, timestamp: NOW - 2n, idTail: '0000000000000001' }]);
    await writer.resource(50, 18_446_744_073_709_551_615n, { 'service.name': 'x' });
    const { rows, resources } = await query({}, scope);
    const [full, bare] = rows.map((row) => toLogRecord(row, resources));
    assert.equal(full?.logId, logId(fixture));
    assert.deepEqual(full.timestamp, { seconds: (NOW - 1n) / SECOND, nanos: 999_999_999 });
    assert.equal(full.level, 'warn');
    assert.equal(full.body, fixture.body);
    assert.equal(full.traceId, fixture.traceId);
    assert.equal(full.spanId, fixture.spanId);
    assert.equal(full.sessionId, 'session-1');
    assert.deepEqual(full.attributes, fixture.attributes);
    assert.deepEqual(full.resource, { 'service.name': 'x' });
    assert.ok(bare);
    for (const absent of ['level', 'traceId', 'spanId', 'distinctId', 'sessionId'] as const)
      assert.equal(bare[absent], undefined);
    assert.deepEqual(bare.resource, {});
  });

  it('end with the caller', async () => {
    const left = new AbortController();
    left.abort(new ServiceError('cancelled'));
    await assert.rejects(query({}, scopeOf(10), new Budget(left.signal)), { code: 'cancelled' });
  });
});
