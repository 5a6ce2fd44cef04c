import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { LogsContextRequestSchema } from '@svc/contract';
import { ResourcesRepository } from '@svc/reading/resources';
import { Budget, type Scope } from '@svc/reading/statement';
import {
  ampleBudget,
  DAY,
  HOUR,
  type LogFixture,
  logId,
  MINUTE,
  NOW,
  testScope,
  SECOND,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { LogsRepository } from '../logs.repository.js';
import { toLogContext } from './context.message.js';
import { ContextService } from './context.service.js';

describe('the context of a log record', () => {
  let engine: SharedStore;
  let service: ContextService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new ContextService(new LogsRepository(), new ResourcesRepository());
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const read = async (
    request: MessageInitShape<typeof LogsContextRequestSchema>,
    scope: Scope,
    budget = ampleBudget(),
  ) => {
    const answer = toLogContext(
      await service.context(create(LogsContextRequestSchema, request), testReader(engine.store, scope, budget)),
    );
    const ids = (logs: typeof answer.before = []) => logs.map((log) => log.logId);
    return { ...answer, earlier: ids(answer.before), later: ids(answer.after) };
  };
  const log = (project: number, timestamp: bigint, index: number, others: Partial<LogFixture> = {}): LogFixture => ({
    project,
    timestamp,
    idTail: index.toString(16).padStart(16, '0'),
    service: 'web',
    resourceHash: 5n,
    ...others,
  });

  describe('in a stream of records', () => {
    const scope = testScope(10);
    // Many records at one nanosecond, at the boundaries of a minute and of the reach, hours of silence, and records of
    // other senders in between.
    const offsets = [-DAY, -HOUR, -MINUTE, -1n, 0n, 1n, MINUTE, 3n * HOUR, DAY - 1n];
    const rows = offsets.flatMap((offset, group) =>
      [0, 1, 2].map((index) => log(10, NOW - 2n * DAY + offset, group * 3 + index)),
    );
    const ids = rows.map(logId).sort();
    const middle = logId(rows[13] ?? log(10, 0n, 0));
    beforeAll(async () => {
      await writer.logs(rows);
      await writer.logs([
        log(10, NOW - 2n * DAY, 900, { service: 'other' }),
        log(10, NOW - 2n * DAY, 901, { resourceHash: 6n }),
        log(11, NOW - 2n * DAY, 902),
        log(10, NOW - 2n * DAY - DAY - 1n, 903),
        log(10, NOW - 2n * DAY + DAY, 904),
      ]);
      await writer.resource(10, 5n, { 'host.name': 'node-1' });
    });

    it('returns the records of the same sender in order, none missing and none repeated', async () => {
      const index = ids.indexOf(middle);
      await fc.assert(
        fc.asyncProperty(fc.nat(20), fc.nat(20), async (count, countAfter) => {
          const {
            earlier,
            later,
            log: found,
            ...answer
          } = await read({ logId: middle, before: count, after: countAfter }, scope);
          assert.equal(found?.logId, middle);
          assert.deepEqual(earlier, ids.slice(Math.max(0, index - count), index));
          assert.deepEqual(later, ids.slice(index + 1, index + 1 + countAfter));
          assert.equal(answer.hasMoreBefore, count < index);
          assert.equal(answer.hasMoreAfter, countAfter < ids.length - index - 1);
        }),
        { numRuns: rounds(3) },
      );
    });

    it('returns 20 records on each side by default, and never more than 500', async () => {
      const crowd = testScope(12);
      await writer.logs(Array.from({ length: 1_100 }, (_, index) => log(12, NOW - BigInt(index) * SECOND, index)));
      const id = logId(log(12, NOW - 550n * SECOND, 550));
      const usual = await read({ logId: id }, crowd);
      assert.deepEqual([usual.earlier.length, usual.later.length], [20, 20]);
      const most = await read({ logId: id, before: 2_000_000, after: 501 }, crowd);
      assert.deepEqual([most.earlier.length, most.later.length, most.hasMoreBefore], [500, 500, true]);
      const none = await read({ logId: id, before: 0, after: 0 }, crowd);
      assert.deepEqual([none.earlier, none.later, none.hasMoreBefore, none.hasMoreAfter], [[], [], true, true]);
    });

    it('returns whole records with their resource', async () => {
      const { log: found, before: [first] = [] } = await read({ logId: middle, before: 1 }, scope);
      assert.deepEqual([found?.resource, first?.resource], [{ 'host.name': 'node-1' }, { 'host.name': 'node-1' }]);
    });

    it('reports not found for another project, another time and an unknown ID', async () => {
      const other = `${middle.slice(0, 31)}${middle.endsWith('F') ? 'E' : 'F'}`;
      const extremes = ['0'.repeat(32), 'F'.repeat(32), `7${'F'.repeat(31)}`, `8${'0'.repeat(31)}`];
      for (const id of [other, ...extremes, logId(log(11, NOW - 2n * DAY, 902))]) {
        await assert.rejects(read({ logId: id }, scope), { code: 'not_found' }, id);
      }
      await assert.rejects(read({ logId: middle }, testScope(13)), { code: 'not_found' });
    });
  });

  it('ends before a response becomes too large for a message', async () => {
    await engine.store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, record_id, service_name, body, resource_hash)
       SELECT 20, 30, fromUnixTimestamp64Nano({start:Int64} + number), unhex('0000000000000000'),
         'web', repeat('x', 1000000), 6
       FROM numbers(61)`,
      { start: NOW - MINUTE },
    );
    const id = logId({ timestamp: NOW - MINUTE + 30n, idTail: '0'.repeat(16) });
    const { earlier, later, hasMoreBefore, hasMoreAfter } = await read(
      { logId: id, before: 30, after: 30 },
      testScope(20),
    );
    assert.ok(earlier.length + later.length <= 24 && earlier.length > 0 && later.length > 0);
    assert.deepEqual([hasMoreBefore, hasMoreAfter], [true, true]);
  });

  it('returns the records found before the deadline, and reports that there may be more', async () => {
    const rows = [-HOUR, 0n, HOUR].map((offset, index) => log(30, NOW - DAY + offset, index));
    await writer.logs(rows);
    let now = 0;
    const hasty = new Budget(new AbortController().signal, 100_000, () => (now += 15_000));
    const answer = await read({ logId: logId(rows[1] ?? log(30, 0n, 0)) }, testScope(30), hasty);
    assert.deepEqual([answer.hasMoreBefore, answer.hasMoreAfter], [true, true]);
    assert.deepEqual([answer.earlier, answer.later], [[], []]);
  });
});
