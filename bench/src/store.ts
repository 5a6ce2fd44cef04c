/**
 * Measures the column store with blocks of different rows: `node dist/store.js [rows per block] [blocks] [signals]`,
 * see README.md. First with merges stopped, then one merge of everything, so that each has a figure of its own.
 */
import { readFileSync } from 'node:fs';
import type { ColumnStore } from '@svc/columnar';
import { GENEROUS, temporaryStore, type TemporaryStore } from '@svc/columnar/testing';
import { createBlockEncoder, type Signal } from '@svc/otlp';
import { printer } from './figures/figure.js';
import { protobufPayload } from './payloads/payloads.js';
import { parseCpuSeconds } from './processes/process-tree.js';

const rowsPerBlock = Number(process.argv[2] ?? 60_000);
const blocks = Number(process.argv[3] ?? 8);
const signals = (process.argv[4]?.split(',') ?? ['traces', 'logs']) as Signal[];
const ROWS_PER_REQUEST = 1000;
/** Times as if 100,000 rows arrived per second. */
const REQUEST_NS = 10_000_000n;
const TABLES: Readonly<Record<string, readonly string[]>> = {
  traces: ['spans', 'trace_summaries', 'service_minutes', 'request_minutes'],
  logs: ['logs'],
};
const print = printer({ rowsPerBlock, blocks, payload: 'every row differs' });

for (const signal of signals) await measure(signal);

async function measure(signal: Signal): Promise<void> {
  await using scene = await temporaryStore();
  const { store } = scene;
  const tables = TABLES[signal] ?? [];
  const rows = rowsPerBlock * blocks;
  for (const table of tables) await store.command(`SYSTEM STOP MERGES ${table}`);
  let insertSeconds = 0;
  for (const block of encoded(signal)) {
    const before = cpuSeconds(scene);
    await store.insertBlock(block, { deduplicationToken: `bench/${block.number}` });
    insertSeconds += cpuSeconds(scene) - before;
  }
  const inserted = await bytesOnDisk(store, tables);
  const before = cpuSeconds(scene);
  for (const table of tables) {
    await store.command(`SYSTEM START MERGES ${table}`);
    await store.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
  const mergeSeconds = cpuSeconds(scene) - before;
  const merged = await bytesOnDisk(store, tables);
  print({
    figure: 'column_store',
    signal,
    insertCpuMicrosecondsPerRow: perRow(insertSeconds * 1e6, rows),
    mergePassCpuMicrosecondsPerRow: perRow(mergeSeconds * 1e6, rows),
    bytesPerRowInserted: perRow(inserted, rows),
    bytesPerRowMerged: perRow(merged, rows),
    tables,
  });
}

/** The blocks of the tables that all rows go to, one at a time: together they may be gigabytes. */
function* encoded(signal: Signal) {
  const encoder = createBlockEncoder(signal, { isKnown: () => true });
  const start = BigInt(Date.now()) * 1_000_000n;
  let offset = 0;
  for (let number = 0; number < blocks; number++) {
    for (let row = 0; row < rowsPerBlock; row += ROWS_PER_REQUEST) {
      const nowNs = start + BigInt(offset) * REQUEST_NS;
      const request = { projectNumber: 1, retentionDays: 30, receivedAtNs: nowNs, partition: 0, offset };
      encoder.add(protobufPayload(signal, { rows: ROWS_PER_REQUEST, seed: offset++, nowNs }), request);
    }
    for (const block of encoder.finish().blocks) if (block.table !== 'usage_hours') yield { ...block, number };
    encoder.reset();
  }
}

function cpuSeconds({ embedded }: TemporaryStore): number {
  return parseCpuSeconds(readFileSync(`/proc/${embedded.supervisor.pid}/stat`, 'utf8'));
}

async function bytesOnDisk(store: ColumnStore, tables: readonly string[]): Promise<number> {
  const sql =
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND has({tables:Array(String)}, table)';
  const [found] = await store.query<{ bytes: string }>({ sql, parameters: { tables }, limits: GENEROUS });
  return Number(found?.bytes);
}

function perRow(amount: number, rows: number): number {
  return Math.round((amount / rows) * 100) / 100;
}
