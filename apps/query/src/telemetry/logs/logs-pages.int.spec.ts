import assert from 'node:assert/strict';
import { Budget, type Scope } from '@svc/reading/statement';
import { at, DAY, HOUR, type LogFixture, logId, MINUTE, NOW, testScope, SECOND } from '@svc/reading/testing';
import { startLogs, type LogsRequest, type LogsSubject } from './logs.fixture.js';

describe('pages of logs', () => {
  let logs: LogsSubject;
  beforeAll(async () => {
    logs = await startLogs();
  });
  afterAll(() => logs.stop());

  const scope = testScope(10);
  // Many records at single nanoseconds, at the boundaries of five minutes and of slices, and days apart.
  const times = [0n, 1n, 5n * MINUTE, 5n * MINUTE - 1n, 35n * MINUTE, 3n * HOUR, 7n * HOUR, 2n * DAY, 20n * DAY];
  const rows = times.flatMap((ago, group) =>
    Array.from({ length: 4 }, (_, index): LogFixture => ({
      project: 10,
      timestamp: NOW - 1n - ago,
      idTail: ((index * 7919 + group) % 65_536).toString(16).padStart(16, '0'),
      service: `s${index % 3}`,
    })),
  );
  const newestFirst = rows.map(logId).sort().reverse();
  const window = { startTime: at(NOW - 29n * DAY), endTime: at(NOW) };
  beforeAll(() => logs.writer.logs(rows));

  for (const limit of [1, 3, 4, 30, 1000]) {
    it(`returns every record once, newest first, ${limit} at a time`, async () => {
      assert.deepEqual(await logs.allPages({ ...window, limit }, scope), newestFirst);
    });
  }

  it('returns every record once, oldest first', async () => {
    for (const limit of [3, 1000]) {
      const ids = await logs.allPages({ ...window, limit, sort: 'timestamp_asc' }, scope);
      assert.deepEqual(ids, newestFirst.toReversed());
    }
  });

  it('does not shift pages when records arrive between two of them', async () => {
    const other = testScope(11);
    const fixture = (index: number): LogFixture => ({
      project: 11,
      timestamp: NOW - BigInt(index) * SECOND,
      idTail: '0000000000000000',
    });
    await logs.writer.logs([1, 2, 3, 4].map(fixture));
    const first = await logs.query({ limit: 2 }, other);
    await logs.writer.logs([{ ...fixture(1), idTail: 'ffffffffffffffff' }, fixture(0)]);
    const second = await logs.query({ limit: 2, cursor: first.nextCursor ?? '' }, other);
    assert.deepEqual(
      second.rows.map((row) => row.log_id_hex.toUpperCase()),
      [3, 4].map((index) => logId(fixture(index))),
    );
    assert.equal(second.nextCursor, undefined);
  });

  it('returns 50 records by default and never more than 1000', async () => {
    const crowd = testScope(12);
    await logs.writer.logs(
      Array.from({ length: 1_100 }, (_, index) => ({
        project: 12,
        timestamp: NOW - BigInt(index + 1),
        idTail: index.toString(16).padStart(16, '0'),
      })),
    );
    assert.equal((await logs.queryIds({}, crowd)).length, 50);
    assert.equal((await logs.queryIds({ limit: 2_000_000_000 }, crowd)).length, 1000);
  });

  it('ends a page before a response becomes too large for a message', async () => {
    const heavy = testScope(13);
    await logs.store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, record_id, body, resource_hash)
       SELECT 13, 30, fromUnixTimestamp64Nano({start:Int64} + number), unhex(lpad(hex(number), 16, '0')), repeat('x', 1000000), 6
       FROM numbers(30)`,
      { start: NOW - MINUTE },
    );
    const sizes: number[] = [];
    let cursor = '';
    do {
      const page = await logs.query({ cursor, limit: 1000, startTime: at(NOW - 2n * MINUTE), endTime: at(NOW) }, heavy);
      sizes.push(page.rows.length);
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      30,
    );
    assert.ok(Math.max(...sizes) <= 25 && sizes.length <= 3, sizes.join());
  });

  it('ends a page at the deadline and continues where it stopped', async () => {
    const sparse = testScope(14);
    const records = [5n * SECOND, 90n * SECOND, 300n * SECOND].map((ago): LogFixture => ({
      project: 14,
      timestamp: NOW - ago,
      idTail: '0'.repeat(16),
    }));
    await logs.writer.logs(records);
    let now = 0;
    const hasty = (): Budget => new Budget(new AbortController().signal, 100_000, () => (now += 40_000));
    const ids: string[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const page = await logs.query({ ...window, startTime: at(NOW - 6n * MINUTE), cursor }, sparse, hasty());
      ids.push(...page.rows.map((row) => row.log_id_hex.toUpperCase()));
      cursor = page.nextCursor ?? '';
      now = 0;
    } while (cursor !== '' && pages++ < 100);
    assert.ok(pages > 2, String(pages));
    assert.deepEqual(ids, records.map(logId));
  });

  it('continues in the window of the first page if the next request names no bounds', async () => {
    const window = { startTime: at(NOW - 2n * MINUTE), endTime: at(NOW) };
    const { nextCursor: cursor = '' } = await logs.query({ ...window, limit: 3 }, scope);
    const repeated = await logs.query({ ...window, cursor, limit: 3 }, scope);
    const continued = await logs.query({ cursor, limit: 3 }, scope);
    assert.deepEqual(continued.rows, repeated.rows);
    assert.notEqual(continued.rows.length, 0);
    for (const other of [{ startTime: at(NOW - 3n * MINUTE) }, { endTime: at(NOW + 1n) }]) {
      await assert.rejects(logs.query({ ...other, cursor }, scope), { code: 'InvalidArgument' });
    }
  });

  it('rejects a cursor of another list', async () => {
    const scope = testScope(10);
    const request: LogsRequest = { service: ['s0', 's1'], limit: 1, startTime: at(NOW - DAY), endTime: at(NOW) };
    const { nextCursor: cursor = '' } = await logs.query(request, scope);
    assert.notEqual(cursor, '');
    assert.equal(
      (await logs.query({ ...request, cursor, limit: 9, service: ['s1', 's0', 's1'] }, scope)).rows.length,
      9,
    );
    const abuses: [LogsRequest, Scope][] = [
      [{ ...request, cursor }, testScope(11)],
      [{ ...request, cursor, service: ['s0'] }, scope],
      [{ ...request, cursor, q: 'x' }, scope],
      [{ ...request, cursor, level: ['error'] }, scope],
      [{ ...request, cursor, environment: ['x'] }, scope],
      [{ ...request, cursor, distinctId: 'x' }, scope],
      [{ ...request, cursor, traceId: 'ab'.repeat(16) }, scope],
      [{ ...request, cursor, sort: 'timestamp_asc' }, scope],
      [{ ...request, cursor, startTime: at(NOW - DAY - 1n) }, scope],
      [{ ...request, cursor: `${cursor}x` }, scope],
      [{ ...request, cursor: cursor.slice(2) }, scope],
      [{ ...request, cursor: 'hello' }, scope],
    ];
    for (const [abuse, of] of abuses) await assert.rejects(logs.query(abuse, of), { code: 'InvalidArgument' });
  });
});
