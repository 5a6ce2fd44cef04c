import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { SearchCorrelateRequestSchema } from '@svc/contract';
import {
  clock,
  type LogFixture,
  MINUTE,
  NOW,
  NOW_MS,
  testScope,
  SECOND,
  type SpanFixture,
  TelemetryWriter,
  writeAgentRuns,
  writeErrors,
  writeIssueVariants,
  writeRecordings,
  writeSeries,
  testReader,
} from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { TracesRepository } from '../../traces/traces.repository.js';
import { toCorrelation } from './correlate.message.js';
import { CorrelateService } from './correlate.service.js';

const TRACE = 'ab'.repeat(16);
const OTHER = 'cd'.repeat(16);
const START = NOW - 30n * MINUTE;

describe('the data related to a trace', () => {
  let engine: SharedStore;
  let service: CorrelateService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new CorrelateService(new TracesRepository(), clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const correlate = async (project: number, traceId = TRACE, include: string[] = []) => {
    const request = create(SearchCorrelateRequestSchema, { traceId, include });
    return toCorrelation(await service.correlate(request, testReader(engine.store, testScope(project))));
  };
  let ids = 0;
  const span = (project: number, others: Partial<SpanFixture> = {}): SpanFixture => ({
    project,
    traceId: TRACE,
    spanId: (++ids).toString(16).padStart(16, '0'),
    timestamp: START,
    durationNs: SECOND,
    service: 'shop',
    ...others,
  });
  const log = (project: number, body: string, others: Partial<LogFixture> = {}): LogFixture => ({
    project,
    body,
    idTail: (++ids).toString(16).padStart(16, '0'),
    timestamp: START + SECOND / 2n,
    service: 'shop',
    ...others,
  });

  it('finds related records by the trace, its session, its person or its service, the closest relation first', async () => {
    await writer.spans([span(10, { sessionId: 's1', distinctId: 'ada', name: 'POST /pay' })]);
    await writer.logs([
      log(10, 'by service'),
      log(10, 'by person', { distinctId: 'ada', service: 'other', timestamp: START - 4n * MINUTE }),
      log(10, 'by session', { sessionId: 's1', traceId: OTHER, timestamp: START + 4n * MINUTE }),
      log(10, 'by trace', { traceId: TRACE, spanId: '01'.repeat(8), severityNumber: 17, sessionId: 's1' }),
      // Records of another trace, another time or another service.
      log(10, 'not related', { traceId: OTHER }),
      log(10, 'not related', { timestamp: START + 2n * SECOND }),
      log(10, 'not related', { service: 'other' }),
      log(10, 'not related', { sessionId: 's1', timestamp: START + 7n * MINUTE }),
      log(11, 'foreign', { traceId: TRACE }),
    ]);
    const { traceId, trace, logs = [], types } = await correlate(10, TRACE.toUpperCase());
    assert.equal(traceId, TRACE);
    assert.deepEqual(
      logs.map(({ reason, body }) => [reason, body]),
      [
        ['trace', 'by trace'],
        ['session', 'by session'],
        ['person', 'by person'],
        ['service', 'by service'],
      ],
    );
    assert.deepEqual([logs[0]?.level, logs[0]?.spanId, logs[1]?.traceId], ['error', '01'.repeat(8), OTHER]);
    assert.deepEqual(
      [trace?.rootOperation, trace?.sessionIds, trace?.distinctIds, trace?.services, trace?.durationMs],
      ['POST /pay', ['s1'], ['ada'], ['shop'], 1000],
    );
    assert.deepEqual(types, [
      { type: 'logs', count: 4, truncated: false, error: undefined },
      { type: 'errors', count: 0, truncated: false, error: undefined },
      { type: 'metrics', count: 0, truncated: false, error: undefined },
      { type: 'agent_runs', count: 0, truncated: false, error: undefined },
      { type: 'recordings', count: 0, truncated: false, error: undefined },
    ]);
  });

  it('finds the recording of its session, then those of its person at that time', async () => {
    await writer.spans([span(41, { sessionId: 's1', distinctId: 'ada' })]);
    const recording = { project: 41, distinctId: 'ada', timestamp: START - MINUTE, durationMs: 300_000 };
    await writeRecordings(writer, [
      { ...recording, sessionId: 's1' },
      { ...recording, sessionId: 'other tab', timestamp: START - SECOND },
      { ...recording, sessionId: 'of another person', distinctId: 'bob' },
      { ...recording, sessionId: 'earlier', timestamp: START - 20n * MINUTE },
      { ...recording, sessionId: 'of another project', project: 42 },
    ]);
    const { recordings = [], types } = await correlate(41, TRACE, ['recordings']);
    assert.deepEqual(
      recordings.map(({ sessionId, reason, offsetMs, firstUrl }) => [sessionId, reason, offsetMs, firstUrl]),
      [
        ['s1', 'session', 60_000n, 'https://shop.example/cart'],
        ['other tab', 'person', 1_000n, 'https://shop.example/cart'],
      ],
    );
    assert.deepEqual(types, [{ type: 'recordings', count: 2, truncated: false, error: undefined }]);
  });

  it('returns failed spans, their last exceptions and exceptions of records, each once', async () => {
    const exception = (type: string, after: bigint) => ({
      timestamp: START + after,
      name: 'exception',
      attributes: { 'exception.type': type, 'exception.message': `message of ${type}` },
    });
    const thrower = span(12, {
      name: 'throws',
      statusCode: 2,
      events: [exception('First', 1n), exception('Last', 2n)],
    });
    await writer.spans([thrower, span(12, { name: 'fails', statusCode: 2, statusMessage: 'no answer' }), span(12)]);
    await writer.logs([
      log(12, 'logged too', { traceId: TRACE, spanId: thrower.spanId, attributes: { 'exception.type': 'Last' } }),
      log(12, 'logged alone', { traceId: TRACE, attributes: { 'exception.type': 'Alone' } }),
    ]);
    const { errors = [], logs } = await correlate(12, TRACE, ['errors']);
    assert.deepEqual(logs, []);
    assert.deepEqual(
      errors.map(({ source, operation, type, message, logId }) => [
        source,
        operation,
        type,
        message,
        logId !== undefined,
      ]),
      [
        ['span_exception', 'throws', 'Last', 'message of Last', true],
        ['log_exception', '', 'Alone', 'logged alone', true],
        ['span_status', 'fails', undefined, 'no answer', false],
      ],
    );
  });

  it('returns the metrics of the processes and services of a trace that were sent while it ran', async () => {
    await writer.spans([span(13, { resourceHash: 77n })]);
    const series = (metric: string, hash: bigint, others: object, timestamp: bigint) =>
      writeSeries(writer, { project: 13, metric, hash, type: 1, unit: 'By', lastSeen: NOW_MS / 1000, ...others }, [
        { timestamp, value: 1 },
      ]);
    await series('of.service', 1n, { service: 'shop' }, START + 30n * SECOND);
    await series('of.service', 2n, { service: 'shop' }, START - 30n * SECOND);
    await series('of.service', 3n, { service: 'other' }, START);
    await series('too.early', 4n, { service: 'shop' }, START - 2n * MINUTE);
    await engine.store.command(
      `INSERT INTO metric_series (project_number, metric_name, series_hash, type, service_name, resource_hash, last_seen)
       SELECT 13, 'of.resource', 5, 1, 'shop', 77, {now:UInt32}`,
      { now: NOW_MS / 1000 },
    );
    await engine.store.command(
      `INSERT INTO metric_points (project_number, retention_days, metric_name, series_hash, timestamp, value)
       SELECT 13, 30, 'of.resource', 5, fromUnixTimestamp64Nano({at:Int64}), 1`,
      { at: String(START) },
    );
    const { metrics = [] } = await correlate(13, TRACE, ['metrics']);
    assert.deepEqual(
      metrics.map(({ name, reason, unit, services, seriesCount, pointCount }) => [
        name,
        reason,
        unit,
        services,
        seriesCount,
        pointCount,
      ]),
      [
        ['of.resource', 'resource', '', ['shop'], 1n, 1n],
        ['of.service', 'service', 'By', ['shop'], 2n, 2n],
      ],
    );
  });

  it('returns the runs of agents that have steps in the trace, also one that began with another trace', async () => {
    await writer.spans([span(70)]);
    const run = (runId: string, traceIds: string[], before = 0n) =>
      writeAgentRuns(writer, [{ project: 70, runId, traceIds, timestamp: START - before, cost: '0.25' }]);
    await run('own', [TRACE]);
    await run('grouped', [OTHER, TRACE], 60n * MINUTE);
    await run('foreign', [OTHER]);
    const { agentRuns, types } = await correlate(70, TRACE, ['agent_runs']);
    assert.deepEqual(
      agentRuns?.map((one) => [one.runId, one.cost]),
      [
        ['grouped', '0.25'],
        ['own', '0.25'],
      ],
    );
    assert.deepEqual(types, [{ type: 'agent_runs', count: 2, truncated: false, error: undefined }]);
  });

  it('finds a trace that only records refer to, and reports others as not found', async () => {
    await writer.logs([log(14, 'early', { traceId: TRACE, timestamp: NOW - 20n * 24n * 60n * MINUTE })]);
    const { trace, logs = [], errors, metrics } = await correlate(14);
    assert.deepEqual([trace, errors, metrics], [undefined, [], []]);
    assert.deepEqual(
      logs.map(({ reason, body }) => [reason, body]),
      [['trace', 'early']],
    );
    for (const [project, id] of [
      [14, OTHER],
      [15, TRACE],
    ] as const) {
      await assert.rejects(
        correlate(project, id),
        (error) => error instanceof ServiceError && error.code === 'not_found',
      );
    }
  });

  it('reports when there is more than it returns', async () => {
    await writer.spans([span(16)]);
    await writer.logs(Array.from({ length: 150 }, (_, index) => log(16, `record ${index}`, { traceId: TRACE })));
    await writer.logs([log(16, 'by service')]);
    const { logs = [], types = [] } = await correlate(16, TRACE, ['logs']);
    assert.deepEqual([logs.length, logs.at(-1)?.reason], [101, 'service']);
    assert.deepEqual(types, [{ type: 'logs', count: 101, truncated: true, error: undefined }]);
  });

  it('returns the issues of its errors, each exception once, and exceptions that the application captured', async () => {
    const failed = span(30, { statusCode: 2, events: [exception('TypeError', 'is undefined')] });
    await writer.spans([failed, span(30, { statusCode: 2 })]);
    await writer.logs([
      log(30, 'x', { traceId: TRACE, attributes: { 'exception.type': 'Refused', 'exception.message': 'no' } }),
    ]);
    const error = { project: 30, traceId: TRACE, timestamp: START + SECOND };
    await writeErrors(writer, [
      { ...error, cause: 'a', type: 'TypeError', spanId: failed.spanId, source: 'span' },
      { ...error, cause: 'b', type: 'Refused', source: 'log' },
      { ...error, cause: 'c', type: 'Captured', message: 'by the page', source: 'event', service: 'web' },
      { ...error, cause: 'd', type: 'Other', source: 'event', traceId: OTHER },
    ]);
    const [a, c] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000c'] as const;
    await writeIssueVariants(writer, 30, ['a'], { id: a });
    await writeIssueVariants(writer, 30, ['c'], { id: c });
    const { errors = [] } = await correlate(30);
    assert.deepEqual(errors.map(({ source, type, issueId }) => [source, type, issueId]).sort(), [
      ['captured', 'Captured', c],
      ['log_exception', 'Refused', undefined],
      ['span_exception', 'TypeError', a],
      ['span_status', undefined, undefined],
    ]);
    // A trace that only a captured exception names is found by it.
    const other = await correlate(30, OTHER);
    assert.deepEqual(
      [other.trace, other.errors?.map(({ source, type }) => [source, type])],
      [undefined, [['captured', 'Other']]],
    );
    await assert.rejects(correlate(31, OTHER), { code: 'not_found' });
  });
});

const exception = (type: string, message: string) => ({
  timestamp: START + SECOND,
  name: 'exception',
  attributes: { 'exception.type': type, 'exception.message': message },
});
