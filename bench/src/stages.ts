/**
 * Measures each stage of ingestion by itself: `node dist/stages.js [signals]`, see README.md. CPU time of all threads
 * of the process that does the work, user and system, by row; nothing else runs. Every row differs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ColumnStore } from '@svc/columnar';
import { GENEROUS, temporaryStore } from '@svc/columnar/testing';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createBlockEncoder, expandSync, skim, type RequestContext, type Signal } from '@svc/otlp';
import { printer } from './figures/figure.js';
import { protobufPayload } from './payloads/payloads.js';
import { parseCpuSeconds } from './processes/process-tree.js';

const signals = (process.argv[2]?.split(',') ?? ['traces', 'logs', 'metrics']) as Signal[];
const ROWS_PER_REQUEST = 1000;
const REQUESTS_PER_BLOCK = 60;
const BLOCKS = 4;
const REQUESTS = REQUESTS_PER_BLOCK * BLOCKS;
const ROWS = REQUESTS * ROWS_PER_REQUEST;
/** Warm-up, because the time of the compiler must not count. */
const WARM_UP_ROUNDS = 3;
/** Times as if 100,000 rows arrived per second. */
const REQUEST_NS = 10_000_000n;
const TABLES: Readonly<Record<Signal, readonly string[]>> = {
  traces: ['spans'],
  logs: ['logs'],
  metrics: ['metric_points', 'metric_histograms'],
};
const print = printer({ rowsPerRequest: ROWS_PER_REQUEST, rowsPerBlock: ROWS_PER_REQUEST * REQUESTS_PER_BLOCK });

for (const signal of signals) {
  const { requests, ...ours } = await measureOurs(signal);
  print({ figure: 'stages', signal, cpuMicrosecondsPerRow: { ...ours, ...(await measureStore(signal, requests)) } });
}

interface Request {
  readonly body: Buffer;
  readonly context: RequestContext;
}

async function measureOurs(signal: Signal) {
  const startNs = BigInt(Date.now()) * 1_000_000n;
  const requests: Request[] = Array.from({ length: REQUESTS }, (_, offset) => {
    const nowNs = startNs + BigInt(offset) * REQUEST_NS;
    const body = protobufPayload(signal, { rows: ROWS_PER_REQUEST, seed: offset, nowNs });
    return { body, context: { projectNumber: 1, retentionDays: 30, receivedAtNs: nowNs, partition: 0, offset } };
  });
  const sent = requests.map(({ body }) => gzipSync(body));
  return {
    requests,
    gunzip: await ownTime(() => sent.forEach((body) => void expandSync(body, 'gzip'))),
    skim: await ownTime(() => requests.forEach(({ body, context }) => void skim(signal, body, context))),
    hash: await ownTime(() => sent.forEach((body) => void createHash('sha256').update(body).digest('hex'))),
    logAppend: await appendTime(sent),
    encode: await ownTime(() => void [...encoded(signal, requests)]),
  };
}

/** Eight senders at once, as many as `ingest` has. */
async function appendTime(bodies: readonly Buffer[]): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-stages-'));
  const log = await LmdbEventLog.open({ directory, partitions: 2 });
  let next = 0;
  const send = async (): Promise<void> => {
    for (let value = bodies[next++]; value; value = bodies[next++])
      await log.append('stages', { key: String(next), value, headers: { encoding: 'gzip' } });
  };
  const time = await ownTime(async () => {
    next = 0;
    await Promise.all(Array.from({ length: 8 }, send));
  });
  await log.close();
  await rm(directory, { recursive: true });
  return time;
}

async function ownTime(round: () => void | Promise<void>): Promise<number> {
  for (let warm = 0; warm < WARM_UP_ROUNDS; warm++) await round();
  const before = process.cpuUsage();
  await round();
  const { user, system } = process.cpuUsage(before);
  return perRow((user + system) / 1e6);
}

/** The engine's own time, with the reading of blocks: alone, the addition by views, and one merge of all blocks. */
async function measureStore(signal: Signal, requests: readonly Request[]) {
  const whole = await insertAndMerge(signal, requests, () => Promise.resolve());
  const alone = signal === 'logs' ? whole : await insertAndMerge(signal, requests, dropViews);
  return { insert: alone.insert, views: round(whole.insert - alone.insert), mergePass: whole.merge };
}

async function dropViews(store: ColumnStore): Promise<void> {
  const sql = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'MaterializedView'";
  for (const { name } of await store.query<{ name: string }>({ sql, limits: GENEROUS }))
    await store.command(`DROP TABLE ${name}`);
}

async function insertAndMerge(
  signal: Signal,
  requests: readonly Request[],
  prepare: (store: ColumnStore) => Promise<void>,
) {
  await using scene = await temporaryStore();
  const { store, embedded } = scene;
  const tables = TABLES[signal];
  const cpuSeconds = (): number => parseCpuSeconds(readFileSync(`/proc/${embedded.supervisor.pid}/stat`, 'utf8'));
  await prepare(store);
  for (const table of tables) await store.command(`SYSTEM STOP MERGES ${table}`);
  let insertSeconds = 0;
  let number = 0;
  for (const block of encoded(signal, requests)) {
    if (!tables.includes(block.table)) continue;
    const before = cpuSeconds();
    await store.insertBlock(block, { deduplicationToken: `stages/${number++}` });
    insertSeconds += cpuSeconds() - before;
  }
  const before = cpuSeconds();
  for (const table of tables) {
    await store.command(`SYSTEM START MERGES ${table}`);
    await store.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
  return { insert: perRow(insertSeconds), merge: perRow(cpuSeconds() - before) };
}

/** One block after another: their bytes are the encoder's until the next one. */
function* encoded(signal: Signal, requests: readonly Request[]) {
  const encoder = createBlockEncoder(signal, { isKnown: () => true });
  for (let first = 0; first < requests.length; first += REQUESTS_PER_BLOCK) {
    for (const { body, context } of requests.slice(first, first + REQUESTS_PER_BLOCK)) encoder.add(body, context);
    yield* encoder.finish().blocks;
    encoder.reset();
  }
}

function perRow(seconds: number): number {
  return round((seconds * 1e6) / ROWS);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
