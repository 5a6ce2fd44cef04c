import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LmdbEventLog } from '@svc/event-log/embedded';

/**
 * Measures how fast the local event log takes records, every one of them on disk before it counts. Prints one JSON line
 * per figure. The first argument is the directory to write under (default: the system's temporary one), since the disk
 * decides.
 */
const RECORD_BYTES = 64 * 1024;
const SECONDS = 3;

const parent = process.argv[2] ?? tmpdir();

for (const producers of [1, 64]) {
  const directory = await mkdtemp(join(parent, 'bench-event-log-'));
  const log = await LmdbEventLog.open({ directory });
  const { records, seconds, p99Ms } = await appendFor(log, producers);
  const conditions = {
    adapter: 'lmdb',
    producers,
    record_bytes: RECORD_BYTES,
    seconds: round(seconds),
    directory: parent,
  };
  print({ figure: 'event_log_append_mb_per_s', value: round((records * RECORD_BYTES) / seconds / 1e6), ...conditions });
  print({ figure: 'event_log_append_records_per_s', value: round(records / seconds), ...conditions });
  print({ figure: 'event_log_append_p99_ms', value: round(p99Ms), ...conditions });
  if (producers > 1)
    print({ figure: 'event_log_consume_mb_per_s', value: round(await consumeAll(log, records)), ...conditions });
  await log.close();
  await rm(directory, { recursive: true });
}

async function appendFor(log: LmdbEventLog, producers: number) {
  const value = Buffer.alloc(RECORD_BYTES, 'a record that stands for a compressed request');
  const latencies: number[] = [];
  const start = performance.now();
  const produce = async (producer: number): Promise<void> => {
    while (performance.now() - start < SECONDS * 1000) {
      const sent = performance.now();
      await log.append('bench', { key: `p${producer}`, value, headers: { signal: 'traces' } });
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: producers }, (_, i) => produce(i)));
  const seconds = (performance.now() - start) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return { records: latencies.length, seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

async function consumeAll(log: LmdbEventLog, records: number): Promise<number> {
  const done = Promise.withResolvers<void>();
  const bounds = { maxBytes: 32e6, maxRecords: 65_536, maxWaitMs: 0, from: 'earliest' as const };
  let seen = 0;
  const start = performance.now();
  await log.consume({ topic: 'bench', group: 'bench', ...bounds }, (batch) => {
    seen += batch.records.length;
    if (seen >= records) done.resolve();
    return Promise.resolve();
  });
  await done.promise;
  return (records * RECORD_BYTES) / ((performance.now() - start) / 1000) / 1e6;
}

function print(figure: Record<string, string | number>): void {
  console.log(JSON.stringify({ ...figure, cpus: cpus().length, node: process.version }));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
