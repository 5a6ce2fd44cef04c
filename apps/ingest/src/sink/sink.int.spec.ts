import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import {
  createColumnStore,
  INGEST_TABLES,
  migrate,
  startEmbeddedColumnStore,
  type ColumnStore,
  type EmbeddedColumnStore,
} from '@svc/columnar';
import { KeysResolveResponseSchema } from '@svc/contract';
import { SINK_GROUP, TOPIC_BY_SIGNAL, type EventLog } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger } from '@svc/observability';
import type { Signal } from '@svc/otlp';
import { eventually } from '@svc/testing';
import { Admission } from '../receive/admission.js';
import { prepareBody } from '../receive/prepare-body.js';
import { Receiver } from '../receive/receiver.js';
import { startSink, type Sink } from './sink.js';

const LIMITS = { timeoutMs: 10_000, maxRowsToRead: 1e7, maxResultRows: 1000, maxMemoryBytes: 1e9 };
const SERIES_LIMIT = 50;
const logger = createLogger({ service: 'test', level: 'silent' });
const key = create(KeysResolveResponseSchema, { project: { id: 'p', number: 7, retentionDays: 30 } });

let directory: string;
let engine: EmbeddedColumnStore;
let store: ColumnStore;
let eventLog: EventLog;
let caches: MemoryStore;
let sink: Sink;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sink-'));
  engine = await startEmbeddedColumnStore({ directory: path.join(directory, 'columnar') });
  await migrate(engine.store);
  store = createColumnStore(engine.store);
});
afterAll(async () => {
  await store.close();
  await engine.stop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  eventLog = await LmdbEventLog.open({
    directory: path.join(directory, randomBytes(4).toString('hex')),
    partitions: 2,
  });
  caches = new MemoryStore();
  sink = await startSink({ eventLog, columnStore: store, metricSeriesLimit: SERIES_LIMIT, logger });
});
afterEach(async () => {
  await sink.stop();
  await eventLog.close();
  await caches.close();
});

/** Sends a request like a client, through the receiver. */
async function send(signal: Signal, body: unknown, { gzip = false, cache = caches } = {}): Promise<void> {
  const receiver = new Receiver({
    eventLog,
    cache: cache.cache,
    prepare: (_project, ...request) => prepareBody(...request),
    maxExpandedBytes: 1e7,
  });
  const json = Buffer.from(JSON.stringify(body));
  const reservation = new Admission(1e9).open();
  const encoding = gzip ? 'gzip' : 'identity';
  await receiver.accept({ signal, key, body: gzip ? gzipSync(json) : json, encoding, format: 'json', reservation });
}

const now = (): string => `${Date.now()}000000`;
const resource = (service: string) => ({ attributes: [{ key: 'service.name', value: { stringValue: service } }] });

function logs(service: string, bodies: readonly string[]) {
  const logRecords = bodies.map((stringValue) => ({ timeUnixNano: now(), severityNumber: 9, body: { stringValue } }));
  return { resourceLogs: [{ resource: resource(service), scopeLogs: [{ logRecords }] }] };
}

async function readBodies(service: string): Promise<string[]> {
  const rows = await store.query<{ body: string }>({
    sql: 'SELECT body FROM logs WHERE project_number = 7 AND service_name = {service:String} ORDER BY body',
    parameters: { service },
    limits: LIMITS,
  });
  return rows.map(({ body }) => body);
}

/** Waits until the sink has committed everything that was appended. */
async function drained(): Promise<void> {
  await eventually('the log is drained', async () => {
    const partitions = await eventLog.lag(TOPIC_BY_SIGNAL.logs, SINK_GROUP);
    return partitions.every(({ committedOffset, endOffset }) => committedOffset === endOffset);
  });
}

describe('the sink', () => {
  it('fills exactly the columns of every ingest table', async () => {
    const at = { timeUnixNano: now(), startTimeUnixNano: now() };
    await send('traces', {
      resourceSpans: [
        {
          resource: resource('all'),
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'ab'.repeat(16),
                  spanId: 'cd'.repeat(8),
                  name: 's',
                  startTimeUnixNano: now(),
                  endTimeUnixNano: now(),
                },
              ],
            },
          ],
        },
      ],
    });
    await send('logs', logs('all', ['hello']));
    const metrics = [
      { name: 'g', gauge: { dataPoints: [{ ...at, asDouble: 1.5 }] } },
      {
        name: 'h',
        histogram: {
          aggregationTemporality: 2,
          dataPoints: [{ ...at, count: 1, sum: 2, explicitBounds: [1], bucketCounts: [0, 1] }],
        },
      },
      {
        name: 'e',
        exponentialHistogram: {
          aggregationTemporality: 1,
          dataPoints: [{ ...at, count: 1, sum: 2, scale: 0, positive: { offset: 0, bucketCounts: [1] } }],
        },
      },
      {
        name: 'limited',
        gauge: {
          dataPoints: Array.from({ length: SERIES_LIMIT + 1 }, (_, index) => ({
            ...at,
            asDouble: 1,
            attributes: [{ key: 'label', value: { stringValue: String(index) } }],
          })),
        },
      },
      {
        name: 's',
        summary: { dataPoints: [{ ...at, count: 1, sum: 2, quantileValues: [{ quantile: 0.5, value: 2 }] }] },
      },
    ];
    await send('metrics', { resourceMetrics: [{ resource: resource('all'), scopeMetrics: [{ metrics }] }] });

    for (const table of INGEST_TABLES) {
      await eventually(`${table.name} has a row`, async () => {
        const columns = Object.keys(table.columns)
          .map((name) => `\`${name}\``)
          .join(', ');
        const rows = await store.query({
          sql: `SELECT ${columns} FROM ${table.name} WHERE project_number = 7 LIMIT 1`,
          limits: LIMITS,
        });
        return rows.length === 1;
      });
    }
  });

  it('stores any bytes of a log body unchanged', async () => {
    const bodies = ['\n\n', 'a\n\nINSERT INTO logs VALUES', 'naïve 漢字', 'tab\tand \u0000 zero'].sort();
    await send('logs', logs('hostile', bodies), { gzip: true });
    const stored = await eventually('four records', async () => {
      const found = await readBodies('hostile');
      return found.length === 4 && found;
    });
    assert.deepEqual(stored.sort(), bodies);
  });

  it('stores a byte-identical retry once, also when the receiver has forgotten the first', async () => {
    const request = logs('retried', ['once']);
    await send('logs', request);
    await send('logs', request);
    const forgetful = new MemoryStore();
    await send('logs', request, { cache: forgetful });
    await forgetful.close();
    await send('logs', logs('retried', ['twice']));
    await drained();
    assert.deepEqual(await readBodies('retried'), ['once', 'twice']);
  });

  it('stores a byte-identical retry once, also when another sink stored the first copy', async () => {
    const request = logs('restarted', ['once']);
    // The record is appended and stored, but the process dies, with its caches, before the client gets the response.
    await send('logs', request);
    await drained();
    await sink.stop();
    sink = await startSink({ eventLog, columnStore: store, metricSeriesLimit: SERIES_LIMIT, logger });
    const forgetful = new MemoryStore();
    await send('logs', request, { cache: forgetful });
    await forgetful.close();
    await send('logs', logs('restarted', ['twice']));
    await drained();
    assert.deepEqual(await readBodies('restarted'), ['once', 'twice']);
  });

  it('neither loses nor duplicates rows when the column store is killed during a write', async () => {
    const expected: string[] = [];
    for (let round = 0; round < 5; round++) {
      for (let request = 0; request < 20; request++) {
        const bodies = Array.from({ length: 50 }, (_, record) => `${round}-${request}-${record}`);
        expected.push(...bodies);
        await send('logs', logs('killed', bodies));
      }
      const pid = engine.supervisor.pid;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await eventually('the engine runs again', () =>
        Promise.resolve(engine.supervisor.pid !== undefined && engine.supervisor.pid !== pid),
      );
    }
    const count = async (): Promise<number> => {
      const [row] = await store.query<{ n: string }>({
        sql: "SELECT count() AS n FROM logs WHERE project_number = 7 AND service_name = 'killed'",
        limits: LIMITS,
      });
      return Number(row?.n);
    };
    await eventually('everything is stored', async () => (await count()) >= expected.length);
    const [row] = await store.query<{ n: string; distinct: string }>({
      sql: "SELECT count() AS n, uniqExact(body) AS distinct FROM logs WHERE project_number = 7 AND service_name = 'killed'",
      limits: LIMITS,
    });
    assert.deepEqual(row, { n: String(expected.length), distinct: String(expected.length) });
  });
});
