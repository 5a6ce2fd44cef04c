import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { LogsQueryRequestSchema } from '@svc/contract';
import { ResourcesRepository } from '@svc/reading/resources';
import {
  at,
  clock,
  HOUR,
  MINUTE,
  NOW,
  testScope,
  TelemetryWriter,
  testCursors,
  testReader,
} from '@svc/reading/testing';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';
import { toExplanation } from './query-explanation.message.js';

describe('the explanation of a log search', () => {
  let engine: SharedStore;
  let service: LogsService;
  beforeAll(async () => {
    engine = await sharedStore();
    const { store } = engine;
    service = new LogsService(new LogsRepository(), new ResourcesRepository(), testCursors(), clock);
    await new TelemetryWriter(store).logs(
      Array.from({ length: 500 }, (_, index) => ({
        idTail: index.toString(16).padStart(16, '0'),
        timestamp: NOW - MINUTE - BigInt(index),
        body: 'checkout failed',
        service: 'shop',
      })),
    );
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const query = (request: MessageInitShape<typeof LogsQueryRequestSchema>) =>
    service.query(create(LogsQueryRequestSchema, request), testReader(engine.store, testScope(1)));

  it('returns the explanation with the page, only on request', async () => {
    const q = 'checkout -level:error';
    assert.equal((await query({ q })).explanation, undefined);
    const page = await query({ q, explain: true, service: ['shop'], traceId: '', limit: 10 });
    assert.equal(page.rows.length, 10);
    assert.ok(page.explanation);
    const explanation = toExplanation(page.explanation);
    const { query: printed, filters, startTime, endTime, conditions, maxRecordsRead } = explanation;
    assert.deepEqual([printed, filters], ['checkout AND NOT level:error', ['service']]);
    assert.deepEqual([startTime?.seconds, endTime?.seconds], [at(NOW - HOUR).seconds, at(NOW).seconds]);
    assert.deepEqual(
      conditions?.map(({ position, negated }) => [position, negated]),
      [
        [1, false],
        [17, true],
      ],
    );
    assert.equal(maxRecordsRead, 500n);
  });

  it('estimates how much times and indexes leave to be read', async () => {
    const bound = async (request: MessageInitShape<typeof LogsQueryRequestSchema>) =>
      (await query({ ...request, explain: true })).explanation?.recordsToRead;
    const earlier = { startTime: at(NOW - 3n * HOUR), endTime: at(NOW - 2n * HOUR) };
    assert.deepEqual([await bound({}), await bound(earlier), await bound({ service: ['another'] })], [500n, 0n, 0n]);
    assert.equal(await bound({ startTime: at(1n), endTime: at(2n) }), 0n);
  });

  it('does not change the cursor', async () => {
    const first = await query({ q: 'checkout', limit: 10, explain: true });
    const second = await query({ q: 'checkout', limit: 10, cursor: first.nextCursor ?? '' });
    assert.equal(second.rows.length, 10);
  });
});
