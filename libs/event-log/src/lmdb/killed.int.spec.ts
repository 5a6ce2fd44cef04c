import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually, randomForTests, rounds } from '@svc/test-servers';
import type { Batch, ConsumerRecord } from '../port.js';
import { LmdbEventLog } from './lmdb-event-log.js';

const ROUNDS = rounds(6);

describe('a process killed with SIGKILL', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-killed-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it(`loses no acknowledged record in ${ROUNDS} rounds, and keeps offsets without gaps`, async () => {
    const acknowledged = new Map<string, string>();
    const random = randomForTests();
    for (let round = 0; round < ROUNDS; round++) {
      const lines = await runUntilKilled('appender', [directory, `r${round}`], 1 + Math.floor(random() * 150));
      for (const line of lines) {
        const [partition, offset, name] = line.split(' ');
        acknowledged.set(name ?? '', `${partition}/${offset}`);
      }
    }
    assert.ok(acknowledged.size >= ROUNDS, 'the children appended records');
    const found = new Map<string, string>();
    for (const { partition, record } of await readAll('killed')) {
      const name = record.headers['name'] ?? '';
      assert.equal(Buffer.from(record.value).indexOf(name), 0, 'the value belongs to its headers');
      assert.ok(!found.has(name), 'nothing is duplicated');
      found.set(name, `${partition}/${record.offset}`);
    }
    for (const [name, place] of acknowledged) assert.equal(found.get(name), place);
    for (const [, places] of Map.groupBy([...found.values()], (place) => place.split('/')[0])) {
      const offsets = places.map((place) => Number(place.split('/')[1])).toSorted((a, b) => a - b);
      assert.deepEqual(offsets, [...offsets.keys()]);
    }
  });

  it('passes its current range unchanged to its successor immediately', async () => {
    // A live owner without heartbeats would be replaced after an hour, so this one is detected as dead.
    const leases = { claimMs: 50, renewMs: 5_000, staleMs: 3_600_000 };
    const log = await LmdbEventLog.open({ directory, leases });
    for (let n = 0; n < 40; n++) {
      await log.append('handled', { key: `k${n}`, value: Buffer.from(String(n)), headers: {} });
    }
    const planned = await runUntilKilled('consumer', [directory], 4);
    for (let n = 40; n < 80; n++) {
      await log.append('handled', { key: `k${n}`, value: Buffer.from(String(n)), headers: {} });
    }
    const batches: Batch[] = [];
    const consumer = await log.consume(
      { topic: 'handled', group: 'g', maxBytes: 1e6, maxRecords: 1000, maxWaitMs: 50, from: 'earliest' },
      (batch) => Promise.resolve(void batches.push(batch)),
    );
    await eventually('all records', () => batches.flatMap(({ records }) => records).length === 80);
    await log.close();
    await consumer.stop();
    const replayed = batches.filter((batch) => batch.replayed);
    const ranges = replayed.map((batch) => `${batch.partition} ${batch.firstOffset} ${batch.lastOffset}`);
    assert.deepEqual(ranges.toSorted(), planned.toSorted());
  });

  it('exits even if exit is called during appends', async () => {
    for (let round = 0; round < rounds(4); round++) {
      const script = fileURLToPath(new URL('./fixtures/appender.js', import.meta.url));
      const args = [script, directory, `exit${round}`, String(150 + ((round * 18) % 70))];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      const overdue = setTimeout(() => child.kill('SIGKILL'), 10_000);
      assert.deepEqual(await once(child, 'exit'), [7, null]);
      clearTimeout(overdue);
    }
  });

  async function readAll(topic: string): Promise<{ partition: number; record: ConsumerRecord }[]> {
    const log = await LmdbEventLog.open({ directory });
    const lag = await log.lag(topic, 'reader');
    const total = lag.reduce((sum, { endOffset }) => sum + endOffset, 0);
    const read: { partition: number; record: ConsumerRecord }[] = [];
    await log.consume(
      { topic, group: 'reader', maxBytes: 4e6, maxRecords: 1000, maxWaitMs: 10, from: 'earliest' },
      (batch) =>
        Promise.resolve(void read.push(...batch.records.map((record) => ({ partition: batch.partition, record })))),
    );
    await eventually('everything up to the end', () => read.length === total);
    await log.close();
    return read;
  }
});

/** Kills the child once it has printed this many lines, and resolves with its output. */
async function runUntilKilled(fixture: string, args: string[], lines: number): Promise<string[]> {
  const script = fileURLToPath(new URL(`./fixtures/${fixture}.js`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed: string[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on('line', (line) => {
    printed.push(line);
    if (printed.length === lines) child.kill('SIGKILL');
  });
  await once(reading, 'close');
  assert.ok(printed.length >= lines, 'the child was killed and did not exit by itself');
  return printed;
}
