import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import type { ConsumerOptions } from '../port.js';
import { LmdbEventLog } from './lmdb-event-log.js';

const WINDOW_MS = 3_600_000;

describe('retention', () => {
  let directory: string;
  let log: LmdbEventLog;
  let now = 1_700_000_000_000;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-retention-'));
    const fixed = { partitions: 1, sweepIntervalMs: 0, replayWindowMs: WINDOW_MS, now: () => now };
    log = await LmdbEventLog.open({ directory, ...fixed });
  });
  afterAll(async () => {
    await log.close();
    await rm(directory, { recursive: true });
  });

  it('keeps records that a group has not committed and records within the window', async () => {
    await append('t', 5);
    assert.equal(await sweepAfter(2 * WINDOW_MS), 0, 'no group has read it yet');
    await consume(group('t', 'fast'), 5);
    await consume(group('t', 'slow'), 5);
    await append('t', 3);
    await consume(group('t', 'fast'), 3);
    assert.equal(await sweepAfter(0), 5);
    assert.equal(await sweepAfter(2 * WINDOW_MS), 0, 'the slow group is still at 5');
    assert.deepEqual(await log.lag('t', 'slow'), [{ partition: 0, committedOffset: 5, endOffset: 8, bytes: 15_000 }]);
    await consume(group('t', 'slow'), 3);
    assert.equal(await sweepAfter(0), 3);
  });

  it('starts a new group at the oldest remaining record and continues the offsets', async () => {
    assert.deepEqual(await append('t', 1), [8]);
    assert.deepEqual(await consume(group('t', 'late'), 1), [8]);
  });

  it('frees space in a full log only by deleting records that every group has committed', async () => {
    const small = { directory: join(directory, 'small'), partitions: 1, maxBytes: 1_000_000, sweepIntervalMs: 0 };
    const full = await LmdbEventLog.open({ ...small, now: () => now });
    const record = { key: 'k', value: Buffer.alloc(5000), headers: {} };
    const fill = async (): Promise<number> => {
      for (let count = 0; ; count++) {
        now += 1000;
        const isFull = await full.append('t', record).then(
          () => false,
          (error: unknown) => error instanceof ServiceError && error.retryAfterSeconds !== undefined,
        );
        if (isFull) return count;
      }
    };
    const count = await fill();
    assert.equal(await full.sweep(), 0, 'no group has read it yet');
    const consumer = await full.consume(group('t', 'g'), () => Promise.resolve());
    const appends = async (): Promise<boolean> => full.append('t', record).then(() => true);
    await eventually('space is freed automatically', () => appends().catch(() => false));
    const [first] = await full.positions('t');
    assert.ok(first && first.firstOffset > 0 && first.firstOffset < count, 'records that still fit are kept');
    await consumer.stop();
    await full.close();
  });

  it('keeps committed records for a shorter time while the log is large, and gives their space back to the disk', async () => {
    const small = { directory: join(directory, 'kept'), partitions: 1, maxBytes: 6_400_000, sweepIntervalMs: 0 };
    const kept = { keepBytes: 1_000_000, replayWindowMs: 64 * WINDOW_MS, leastWindowMs: WINDOW_MS };
    const large = await LmdbEventLog.open({ ...small, ...kept, now: () => now });
    const fill = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        await large.append('t', { key: 'k', value: Buffer.alloc(50_000), headers: {} });
        now += WINDOW_MS / 50;
      }
    };
    await fill(10);
    const consumer = await large.consume(group('t', 'g'), () => Promise.resolve());
    await eventually('all are committed', async () => (await large.lag('t', 'g'))[0]?.committedOffset === 10);
    assert.equal(await large.sweep(), 0, 'a small log is kept for the whole window');
    await fill(40);
    await eventually('all are committed', async () => (await large.lag('t', 'g'))[0]?.committedOffset === 50);
    assert.ok((await valueBytes(small.directory)) > 2_400_000);
    assert.equal(await large.sweep(), 0, 'what is younger than the shorter window is kept');
    now += WINDOW_MS;
    assert.equal(await large.sweep(), 50);
    assert.equal(await valueBytes(small.directory), 0);
    await fill(1);
    assert.equal((await large.positions('t'))[0]?.firstOffset, 50);
    await consumer.stop();
    await large.close();
  });

  it('removes files that a killed process left behind, and only those', async () => {
    const abandoned = { directory: join(directory, 'abandoned'), partitions: 1, sweepIntervalMs: 0 };
    const before = await LmdbEventLog.open(abandoned);
    await before.append('t', { key: 'k', value: Buffer.from('kept'), headers: {} });
    await before.close();
    await writeFile(join(abandoned.directory, 'values-7'), Buffer.alloc(10_000));
    const after = await LmdbEventLog.open(abandoned);
    assert.equal(await valueBytes(abandoned.directory), 4);
    for await (const { records } of after.follow({
      topic: 't',
      from: new Map([[0, 0]]),
      signal: AbortSignal.timeout(5000),
    })) {
      assert.equal(Buffer.from(records[0]?.value ?? []).toString(), 'kept');
      break;
    }
    await after.close();
  });

  it('deletes more records than fit one transaction', async () => {
    await append('many', 700);
    await consume(group('many', 'g'), 700);
    assert.equal(await sweepAfter(2 * WINDOW_MS), 700);
  });

  async function append(topic: string, count: number): Promise<number[]> {
    const record = { key: 'k', value: Buffer.alloc(5000), headers: {} };
    const placed = await Promise.all(Array.from({ length: count }, () => log.append(topic, record)));
    return placed.map(({ offset }) => offset);
  }

  async function consume(options: ConsumerOptions, count: number): Promise<number[]> {
    const offsets: number[] = [];
    const consumer = await log.consume(options, ({ records }) =>
      Promise.resolve(void offsets.push(...records.map(({ offset }) => offset))),
    );
    await eventually('all records', () => offsets.length >= count);
    await consumer.stop();
    return offsets;
  }

  function sweepAfter(ms: number): Promise<number> {
    now += ms;
    return log.sweep();
  }
});

async function valueBytes(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.startsWith('values-'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function group(topic: string, name: string): ConsumerOptions {
  return { topic, group: name, maxBytes: 1e9, maxRecords: 10_000, maxWaitMs: 0, from: 'earliest' };
}
