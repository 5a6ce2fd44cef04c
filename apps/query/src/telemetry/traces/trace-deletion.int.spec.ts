import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';
import { at, DAY, HOUR, MINUTE, NOW, testScope, testReader, writeContent } from '@svc/reading/testing';
import { testSpanId, startTraces, testTraceId, type TracesSubject } from './traces.fixture.js';
import { TracesRepository } from './traces.repository.js';

describe('the deletion of a trace', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const span = (project: number, trace: number, number: number) => ({
    project,
    traceId: testTraceId(trace),
    spanId: testSpanId(number),
    parentSpanId: number === 1 ? undefined : testSpanId(1),
    // Two of three spans are after midnight, in another partition and another summary row.
    timestamp: NOW - (NOW % DAY) - HOUR + BigInt(number - 1) * 2n * HOUR,
  });
  const window = { startTime: at(NOW - 3n * DAY), endTime: at(NOW + DAY) };
  const rows = async (table: 'spans' | 'trace_summaries'): Promise<number> => {
    const sql = table === 'spans' ? 'SELECT 1 FROM spans' : 'SELECT 1 FROM trace_summaries FINAL';
    const limits = { timeoutMs: 10_000, maxRowsToRead: 10_000, maxResultRows: 10_000, maxMemoryBytes: 100_000_000 };
    return (await traces.store.query({ sql, limits })).length;
  };

  it("removes it from every read and leaves other traces, including other projects'", async () => {
    const ids = [1, 2, 3];
    await traces.writer.spans(ids.flatMap((number) => [span(60, 1, number), span(60, 2, number), span(61, 1, number)]));
    await traces.delete(testTraceId(1).toUpperCase(), testScope(60));
    await assert.rejects(traces.get(testTraceId(1), testScope(60)), { code: 'not_found' });
    assert.deepEqual(await traces.queryIds(window, testScope(60)), [testTraceId(2)]);
    assert.deepEqual(await traces.queryIds({ ...window, operation: ['operation'] }, testScope(60)), [testTraceId(2)]);
    assert.equal((await traces.get(testTraceId(2), testScope(60))).spanCount, 3n);
    assert.equal((await traces.get(testTraceId(1), testScope(61))).spanCount, 3n);
    assert.deepEqual([await rows('spans'), await rows('trace_summaries')], [6, 4]);
  });

  it('removes its prompts and answers, and no other', async () => {
    const [deleted, kept] = [testTraceId(10), testTraceId(11)];
    await traces.writer.spans([span(66, 10, 1), span(66, 11, 1)]);
    const places = [deleted, kept].map((traceId) => ({ traceId, spanId: testSpanId(1), timestamp: NOW - HOUR }));
    await writeContent(
      traces.writer,
      places.map((place) => ({ ...place, project: 66, content: { 'gen_ai.prompt': 'Hello' } })),
    );
    await traces.delete(deleted, testScope(66));
    const limits = { timeoutMs: 10_000, maxRowsToRead: 10_000, maxResultRows: 10, maxMemoryBytes: 100_000_000 };
    const sql = 'SELECT lower(hex(trace_id)) AS id FROM ai_content WHERE project_number = 66';
    assert.deepEqual(await traces.store.query({ sql, limits }), [{ id: kept }]);
  });

  it('reports not found for a trace that is unknown, deleted or of another project', async () => {
    await traces.writer.spans([span(62, 7, 1)]);
    for (const scope of [testScope(63), testScope(64)]) {
      await assert.rejects(traces.delete(testTraceId(7), scope), { code: 'not_found' });
    }
    await traces.delete(testTraceId(7), testScope(62));
    await assert.rejects(traces.delete(testTraceId(7), testScope(62)), { code: 'not_found' });
  });

  it('leaves spans that arrive later as a new trace that reports itself incomplete', async () => {
    await traces.writer.spans([span(65, 8, 1), span(65, 8, 2)]);
    await traces.delete(testTraceId(8), testScope(65));
    await traces.writer.spans([span(65, 8, 3)]);
    const { spanCount, complete, missingParents } = await traces.get(testTraceId(8), testScope(65));
    assert.deepEqual([spanCount, complete, missingParents], [1n, false, 1n]);
    assert.deepEqual(await traces.queryIds(window, testScope(65)), [testTraceId(8)]);
  });
});

describe('a deleted trace', () => {
  const id = testTraceId(9);
  const scope = testScope(70);
  const insertRange = (store: ColumnStore): Promise<void> =>
    store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id)
       SETTINGS async_insert = 0, insert_deduplicate = 1, insert_deduplication_token = 'spans/0/1-2/spans',
       deduplicate_blocks_in_dependent_materialized_views = 1
       SELECT 70, 30, fromUnixTimestamp64Nano({start:Int64}), 5, unhex({trace:String}), unhex({span:String})`,
      { start: NOW - MINUTE, trace: id, span: testSpanId(1) },
    );

  it('stays deleted after a restart, and when the range it came from is replayed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-query-'));
    const open = async () => {
      const engine = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
      await migrate(engine.store);
      const store = createColumnStore(engine.store);
      const close = async (): Promise<void> => {
        await store.close();
        await engine.stop();
      };
      return { reader: testReader(store, scope), store, repository: new TracesRepository(), close };
    };
    const first = await open();
    await insertRange(first.store);
    const extent = await first.repository.extent(id, first.reader);
    assert.equal(extent?.spans, 1);
    await first.repository.delete(id, extent, first.reader);
    await insertRange(first.store);
    assert.equal(await first.repository.extent(id, first.reader), undefined);
    await first.close();

    const second = await open();
    await insertRange(second.store);
    assert.equal(await second.repository.extent(id, second.reader), undefined);
    await second.close();
    await rm(directory, { recursive: true, force: true });
  });
});
