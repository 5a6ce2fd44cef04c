import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { DirectoryStore, type ObjectStore } from '@svc/objects';
import { personId } from '@svc/persons';
import { TelemetryWriter, writeAgentRuns, writeErrors, writeIssueVariants, writeSeries } from '@svc/reading/testing';
import { parquetReadObjects } from 'hyparquet';
import { exportedFile, testDefinition, testJob, writeWhole } from './export-files.fixture.js';
import { StoredExportFiles } from './stored-export-files.js';

type Row = Record<string, unknown>;
const T0 = 1_795_200_000_123_456_789n;
const BIG = 18_446_744_073_709_551_615n;
const TIME = '2026-11-20T18:40:00.123456789Z';

describe('signals in exports', () => {
  let temporary: SharedStore;
  let directory: string;
  let objects: ObjectStore;
  let files: StoredExportFiles;
  beforeAll(async () => {
    temporary = await sharedStore();
    const { store } = temporary;
    directory = await mkdtemp(join(tmpdir(), 'svc-exports-'));
    objects = await DirectoryStore.open({ directory });
    files = new StoredExportFiles(store, objects);
    const writer = new TelemetryWriter(store);
    await writer.spans([
      {
        timestamp: T0,
        durationNs: 1_500_000n,
        traceId: 'ab'.repeat(16),
        spanId: 'cd'.repeat(8),
        name: 'GET /',
        kind: 2,
        statusCode: 2,
        events: [{ timestamp: T0, name: 'retry', attributes: { n: '1' } }],
        links: [{ traceId: '01'.repeat(16), spanId: '02'.repeat(8), attributes: {} }],
      },
    ]);
    await writer.logs([
      { timestamp: T0, idTail: '1'.padStart(16, '0'), body: '' },
      { timestamp: T0, idTail: '2'.padStart(16, '0'), body: 'text' },
    ]);
    await writeSeries(writer, { metric: 'm', hash: BIG, type: 1, service: 'cart', attributes: { host: 'a' } }, [
      { timestamp: T0, value: 0.1 },
    ]);
    await writeSeries(writer, { metric: 'h', hash: 7n, type: 3, temporality: 1 }, [
      {
        timestamp: T0,
        count: String(BIG),
        sum: 2.5,
        min: null,
        max: 1,
        explicit_bounds: [1, 2],
        bucket_counts: ['1', '2', '3'],
      },
    ]);
    await writeAgentRuns(writer, [
      { project: 1, runId: 'run 1', timestamp: T0, cost: '0.1', usage: { output_text: 7 }, models: ['gpt-4o'] },
      { project: 1, runId: 'run 2', timestamp: T0 + 1n, status: 'failed', unpricedCalls: 1 },
    ]);
    await writeErrors(writer, [{ project: 1, timestamp: T0, message: 'failed', handled: 'no', groups: { team: 'x' } }]);
    const readable = { id: '01a21ddd-f5b5-7763-b6d0-3f9071afc19d', culprit: 'charge in cart.ts' };
    await writeIssueVariants(writer, 1, ['cause'], readable);
    const events = `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id, properties)
      SELECT 1, 30, fromUnixTimestamp64Nano({at:Int64}), now64(3), 'paid', {id:String}, {message:String}, '{"price":9007199254740993,"plan":"pro"}'`;
    // A copy that is equal, and one whose time differs.
    for (const [at, message] of [
      [T0, 'm1'],
      [T0, 'm1'],
      [T0 + 90_000_000_000n, 'm1'],
      [T0 + 1n, 'm2'],
    ] as const)
      await store.command(events, { at, id: 'ann', message });
    const seen = `INSERT INTO person_seen (project_number, distinct_id, first_seen, last_seen, is_identified)
      SELECT 1, {id:String}, fromUnixTimestamp64Nano({at:Int64}), fromUnixTimestamp64Nano({at:Int64}), 1`;
    for (const id of ['ann', 'ann-phone', 'bob']) await store.command(seen, { id, at: T0 });
    await store.command(
      "INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version) VALUES (1, 'ann-phone', 'ann', 1), (1, 'ann-tablet', 'ann', 1)",
    );
    await store.command(
      `INSERT INTO person_registers (project_number, distinct_id, key, latest, earliest, is_server)
       SELECT 1, 'ann-phone', 'plan', tuple(toInt64(5), 'm', toFixedString('', 32), 1, '"pro"'), tuple(toInt64(9223372036854775807), '', toFixedString('', 32), 0, ''), 0`,
    );
  });
  afterAll(async () => {
    await temporary[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  const write = async (type: 'csv' | 'json' | 'parquet', signal: Parameters<typeof testDefinition>[0]['signal']) => {
    const job = testJob(type, testDefinition({ signal }));
    const result = await writeWhole(files, job);
    return { result, bytes: await exportedFile(objects, job) };
  };
  const readJson = async (signal: Parameters<typeof write>[1]): Promise<Row[]> =>
    (await write('json', signal)).bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const readParquet = async (signal: Parameters<typeof write>[1]): Promise<Row[]> => {
    const { bytes } = await write('parquet', signal);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
    return (await parquetReadObjects({ file, compressors })) as Row[];
  };

  it('exports a log record without a body with no value, and its other texts as they are stored', async () => {
    const [empty, full] = await readJson('logs');
    assert.deepEqual([empty?.['body'], full?.['body']], [null, 'text']);
    assert.equal((await readParquet('logs'))[0]?.['body'], null);
    assert.match((await write('csv', 'logs')).bytes.toString(), /text/);
  });

  it('exports spans with their events and links', async () => {
    const [row] = await readJson('traces');
    assert.deepEqual([row?.['start_time'], row?.['end_time']], [TIME, '2026-11-20T18:40:00.124956789Z']);
    assert.deepEqual([row?.['kind'], row?.['status'], row?.['duration_ms']], ['server', 'error', 1.5]);
    assert.deepEqual(row?.['events'], [{ timestamp: TIME, name: 'retry', attributes: { n: '1' } }]);
    assert.equal((row?.['links'] as Row[])[0]?.['span_id'], '02'.repeat(8));
    const [stored] = await readParquet('traces');
    assert.equal(stored?.['trace_id'], 'ab'.repeat(16));
    assert.equal(BigInt(String(stored?.['duration_ns'])), 1_500_000n);
  });

  it('exports points with the exact labels of their series', async () => {
    const [gauge, histogram] = await readJson('metrics');
    assert.deepEqual(
      [gauge?.['metric_name'], gauge?.['type'], gauge?.['value'], gauge?.['series_hash'], gauge?.['attributes']],
      ['m', 'gauge', 0.1, String(BIG), { host: 'a' }],
    );
    assert.deepEqual(
      [
        histogram?.['count'],
        histogram?.['min'],
        histogram?.['max'],
        histogram?.['bucket_counts'],
        histogram?.['value'],
      ],
      [String(BIG), null, 1, ['1', '2', '3'], null],
    );
    const rows = await readParquet('metrics');
    assert.deepEqual(
      rows.map((row) => row['metric_name']),
      ['m', 'h'],
    );
    assert.equal(BigInt.asUintN(64, BigInt(String(rows[1]?.['count']))), BIG);
    assert.deepEqual(rows[1]?.['explicit_bounds'], [1, 2]);
  });

  it('exports runs of agents as they were assembled last, with exact costs', async () => {
    const [priced, unpriced, ...others] = await readJson('agent_runs');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [priced?.['run_id'], priced?.['started_at'], priced?.['cost'], priced?.['usage'], priced?.['models']],
      ['run 1', TIME, '0.1', { output_text: '7' }, ['gpt-4o']],
    );
    assert.deepEqual([unpriced?.['cost'], unpriced?.['unpriced_calls'], unpriced?.['status']], [null, 1, 'failed']);
    assert.deepEqual(
      (await readParquet('agent_runs')).map((row) => [row['run_id'], row['cost']]),
      [
        ['run 1', '0.1'],
        ['run 2', null],
      ],
    );
    assert.match((await write('csv', 'agent_runs')).bytes.toString(), /"run 1",.*,"0\.1",/);
  });

  it('exports errors', async () => {
    const [row] = await readJson('errors');
    assert.deepEqual([row?.['message'], row?.['handled'], row?.['groups']], ['failed', false, { team: 'x' }]);
    assert.equal(row?.['culprit'], 'charge in cart.ts', 'the name after symbolication');
    assert.equal((await readParquet('errors'))[0]?.['handled'], false);
  });

  it('exports each event once, however often its message was sent', async () => {
    const rows = await readJson('events');
    assert.deepEqual(
      rows.map((row) => [row['message_id'], row['timestamp']]),
      [
        ['m1', TIME],
        ['m2', '2026-11-20T18:40:00.123456790Z'],
      ],
    );
    assert.ok((await write('csv', 'events')).bytes.includes('"{""price"":9007199254740993,""plan"":""pro""}"'));
    assert.equal((await readParquet('events')).length, 2);
  });

  it('exports persons with all their IDs and properties', async () => {
    const rows = await readJson('persons');
    assert.deepEqual(
      rows.map((row) => [row['distinct_id'], row['distinct_ids'], row['properties']]),
      [
        ['ann', ['ann', 'ann-phone', 'ann-tablet'], { plan: 'pro' }],
        ['bob', ['bob'], {}],
      ],
    );
    const { projectId } = testJob('csv', testDefinition({ signal: 'persons' }));
    assert.equal(rows[0]?.['id'], personId(projectId, 'ann'));
    assert.deepEqual(
      (await readParquet('persons')).map((row) => row['distinct_id']),
      ['ann', 'bob'],
    );
  });
});
