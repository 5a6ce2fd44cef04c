/**
 * Log records to files: `node dist/exports/files.js [records]`, see README.md. The whole of an export without its job: statements, parts,
 * one file. Blocks are inserted before and during the export, so that what it adds to their time shows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnStore, NativeBlock } from '@svc/columnar';
import { temporaryStore, type TemporaryStore } from '@svc/columnar/testing';
import { StoredExportFiles, type WritableExport } from '@svc/exports/files';
import { DirectoryStore } from '@svc/objects';
import { createBlockEncoder } from '@svc/otlp';
import { percentiles, printer } from '../figure.js';
import { protobufPayload } from '../payloads/payloads.js';

const records = Number(process.argv[2] ?? 200_000);
const ROWS_PER_REQUEST = 1_000;
const ROWS_PER_BLOCK = 50_000;
const SMALL_BLOCK = 2_000;
/** Times as if 100,000 rows arrived per second. */
const REQUEST_NS = 10_000_000n;
const SAMPLE_MS = 50;
const INSERT_PAUSE_MS = 20;
const print = printer({ records, payload: 'every row differs' });
const PROJECT = '0190a5a8-0000-7000-8000-000000000001';

await using temporary = await temporaryStore();
const directory = await mkdtemp(join(tmpdir(), 'svc-bench-exports-'));
const objects = await DirectoryStore.open({ directory });
const from = BigInt(Date.now()) * 1_000_000n;
let number = 0;
for (const block of blocks(1, records, ROWS_PER_BLOCK)) await insert(block);
const to = from + REQUEST_NS * BigInt(records / ROWS_PER_REQUEST + 1);
const alone = await insertFor(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
for (const type of ['csv', 'parquet', 'json'] as const) await measure(type);
await rm(directory, { recursive: true });

async function measure(type: 'csv' | 'json' | 'parquet'): Promise<void> {
  const files = new StoredExportFiles(temporary.store, objects);
  const started = performance.now();
  let seconds = 0;
  let result: { readonly rows: bigint; readonly bytes: bigint } | undefined;
  const { peak, during } = await watched(async () => {
    result = await files.write(job(type), {
      signal: new AbortController().signal,
      commit: () => Promise.resolve(),
      estimated: () => Promise.resolve(),
    });
    seconds = (performance.now() - started) / 1_000;
  });
  const rows = Number(result?.rows ?? 0);
  print({
    figure: 'export',
    type,
    rows,
    bytes: Number(result?.bytes ?? 0),
    rowsPerSecond: Math.round(rows / seconds),
    extraMiB: peak,
    insertP99Ms: { alone: percentiles(alone).p99, during: percentiles(during).p99 },
  });
}

/** Inserts small blocks of another project while something happens, and returns how long each took. */
async function insertFor(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  const [block] = blocks(2, SMALL_BLOCK, SMALL_BLOCK);
  while (!isDone && block) {
    const started = performance.now();
    await insert(block);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, INSERT_PAUSE_MS));
  }
  await working;
  return times.sort((a, b) => a - b);
}

/** The most memory that this process and the engine had more than before, in MiB. */
async function watched(work: () => Promise<unknown>) {
  const before = resident();
  const peak = { process: 0, engine: 0 };
  const timer = setInterval(() => {
    const now = resident();
    peak.process = Math.max(peak.process, Math.round(now.process - before.process));
    peak.engine = Math.max(peak.engine, Math.round(now.engine - before.engine));
  }, SAMPLE_MS);
  const during = await insertFor(work);
  clearInterval(timer);
  return { peak, during };
}

function resident(): { readonly process: number; readonly engine: number } {
  return { process: residentMiB(process.pid), engine: residentMiB(engineOf(temporary)) };
}

function engineOf({ embedded }: TemporaryStore): number {
  return embedded.supervisor.pid ?? process.pid;
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}

function* blocks(projectNumber: number, rows: number, rowsPerBlock: number): Generator<NativeBlock> {
  const encoder = createBlockEncoder('logs', { isKnown: () => true });
  let offset = 0;
  for (let row = 0; row < rows; row += rowsPerBlock) {
    for (let some = 0; some < Math.min(rowsPerBlock, rows - row); some += ROWS_PER_REQUEST) {
      const nowNs = from + BigInt(offset) * REQUEST_NS;
      const request = { projectNumber, retentionDays: 30, receivedAtNs: nowNs, partition: 0, offset };
      encoder.add(protobufPayload('logs', { rows: ROWS_PER_REQUEST, seed: offset++, nowNs }), request);
    }
    for (const block of encoder.finish().blocks) if (block.table === 'logs') yield block;
    encoder.reset();
  }
}

function insert(block: NativeBlock, store: ColumnStore = temporary.store): Promise<void> {
  return store.insertBlock(block, { deduplicationToken: `bench/${number++}` });
}

function job(type: 'csv' | 'json' | 'parquet'): WritableExport {
  const options = { json_array: false, escape_formulas: false, bom: false, flatten_attributes: false };
  const filters = { filter: '', service_name: '', environment: '', level: '', metric: '', event: '' };
  const window = { from: String(from - REQUEST_NS * 100_000n), to: String(to) };
  return {
    ...{
      id: `0190a5a8-0000-7000-9000-00000000000${type.length}`,
      projectId: PROJECT,
      projectNumber: 1,
      retentionDays: 30,
    },
    ...{ type, signal: 'logs', checkpoint: null, cutoff: new Date(Number(to / 1_000_000n)) },
    definition: { signal: 'logs', ...filters, window, columns: null, options },
  } as WritableExport;
}
