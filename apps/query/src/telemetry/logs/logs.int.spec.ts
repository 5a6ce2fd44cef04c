import assert from 'node:assert/strict';
import { Budget, select, sql } from '@svc/reading/statement';
import {
  ampleBudget,
  at,
  DAY,
  INJECTION_ATTEMPTS,
  HOUR,
  type LogFixture,
  logId,
  MINUTE,
  NOW,
  testScope,
  SECOND,
} from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { LOGS } from '@svc/tables';
import { toLogRecord } from './log-record.message.js';
import { startLogs, type LogsRequest, type LogsSubject } from './logs.fixture.js';

describe('log queries', () => {
  let logs: LogsSubject;
  beforeAll(async () => {
    logs = await startLogs();
  });
  afterAll(() => logs.stop());

  it('includes the start of the window and excludes its end, to the nanosecond', async () => {
    const scope = testScope(20);
    const rows = [-1n, 0n, 1n, 9n, 10n, 11n].map((offset): LogFixture => ({
      project: 20,
      timestamp: NOW - HOUR + offset,
      idTail: '0000000000000000',
    }));
    await logs.writer.logs(rows);
    const found = await logs.queryIds({ startTime: at(NOW - HOUR), endTime: at(NOW - HOUR + 10n) }, scope);
    assert.deepEqual(found.toReversed(), rows.slice(1, 4).map(logId));
  });

  describe('with filters', () => {
    const scope = testScope(30);
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
    beforeAll(async () => {
      await logs.writer.logs(Object.values(rows));
      await logs.writer.resource(30, 77n, { 'host.name': 'node-1' });
    });

    const cases: [title: string, request: LogsRequest, found: (keyof typeof rows)[]][] = [
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
      it(`finds records by ${title}`, async () => {
        const expected = found.map((name) => logId(rows[name])).sort();
        assert.deepEqual((await logs.queryIds(request, scope)).sort(), expected);
      });
    }

    it('treats injection attempts as unknown names', async () => {
      const brief = { startTime: at(NOW - 2n * MINUTE) };
      for (const attempt of INJECTION_ATTEMPTS) {
        const filters: LogsRequest[] = [
          { service: [attempt] },
          { service: [attempt, 'other'] },
          { environment: [attempt] },
          { distinctId: attempt },
        ];
        for (const filter of filters) assert.deepEqual(await logs.queryIds({ ...filter, ...brief }, scope), []);
        const escaped = attempt.replace(/[\\"]/g, '\\$&');
        for (const q of [
          `"${escaped}"`,
          `service:"${escaped}"`,
          `x:"${escaped}"`,
          `"${escaped}":x`,
          `x:>"${escaped}"`,
          attempt,
        ]) {
          try {
            await logs.queryIds({ q, ...brief }, scope);
          } catch (error) {
            assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
          }
        }
      }
      assert.equal((await logs.queryIds({}, scope)).length, 4);
    });
  });

  it('never return a record of another project', async () => {
    const shared = { timestamp: NOW - SECOND, idTail: '00000000000000aa', traceId: 'cd'.repeat(16), body: 'shared' };
    await logs.writer.logs([
      { ...shared, project: 40, service: 'mine', resourceHash: 5n },
      { ...shared, project: 41, service: 'theirs', resourceHash: 5n },
    ]);
    await logs.writer.resource(41, 5n, { secret: 'of 41' });
    const requests: LogsRequest[] = [
      {},
      { traceId: 'cd'.repeat(16) },
      { q: 'shared OR secret:* OR -x' },
      { service: ['mine', 'theirs'] },
    ];
    for (const request of requests) {
      const { rows, resources } = await logs.query(request, testScope(40));
      assert.deepEqual(
        rows.map(({ service_name }) => service_name),
        ['mine'],
      );
      assert.equal(resources.size, 0);
    }
    assert.deepEqual(await logs.queryIds({ q: 'secret:*' }, testScope(40)), []);
    assert.deepEqual(await logs.queryIds({}, testScope(42)), []);
  });

  it('returns messages with exact times, formatted IDs and the resource', async () => {
    const scope = testScope(50);
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
    await logs.writer.logs([fixture, { project: 50, timestamp: NOW - 2n, idTail: '0000000000000001' }]);
    await logs.writer.resource(50, 18_446_744_073_709_551_615n, { 'service.name': 'x' });
    const { rows, resources } = await logs.query({}, scope);
    const [full, bare] = rows.map((row) => toLogRecord(row, resources.get(row.resource_hash)));
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

  it('fails if a query reads more than it may', async () => {
    const during = { from: NOW - DAY, to: NOW };
    const statement = select({ columns: sql`repeat(body, 1000)`, from: LOGS, scope: testScope(30), during });
    for (const limit of [{ maxRowsToRead: 1 }, { maxResultRows: 1 }]) {
      const bounded = ampleBudget().statement(statement, limit);
      await assert.rejects(logs.store.query(bounded), { code: 'query_too_expensive' });
    }
  });

  it('ends the query when the caller disconnects', async () => {
    const left = new AbortController();
    left.abort(new ServiceError('cancelled'));
    await assert.rejects(logs.query({}, testScope(10), new Budget(left.signal)), { code: 'cancelled' });
  });
});
