import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { DirectoryStore, type ObjectSource, type ObjectStore } from '@svc/objects';
import { unavailable } from '@svc/service-error';
import { parquetReadObjects } from 'hyparquet';
import { exportedFile, RecordedContext, testDefinition, testJob, writeWhole } from './export-files.fixture.js';
import { exportPrefix } from './export-files.js';
import { StoredExportFiles } from './stored-export-files.js';

const ROWS = 180_000;
class Killed extends Error {}

describe('an export that is interrupted', () => {
  let temporary: SharedStore;
  let directory: string;
  let objects: ObjectStore;
  beforeAll(async () => {
    temporary = await sharedStore();
    directory = await mkdtemp(join(tmpdir(), 'svc-exports-'));
    objects = await DirectoryStore.open({ directory });
    // Some times have thousands of records, so that parts end within them.
    await temporary.store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, observed_timestamp, record_id, severity_number, body, service_name)
       SELECT 1, 30, fromUnixTimestamp64Nano(toInt64(1795200000000000000) + toInt64(intDiv(number, 7000)) * 1000000000), now64(9),
         reinterpretAsFixedString(cityHash64(number)), 9, concat('record ', toString(number)), 'cart' FROM numbers(${ROWS})`,
    );
  });
  afterAll(async () => {
    await temporary[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  for (const type of ['csv', 'json', 'parquet'] as const)
    it(`writes the same bytes as an uninterrupted export, wherever it was interrupted: ${type}`, async () => {
      const definition = testDefinition({ signal: 'logs', columns: ['log_id', 'timestamp', 'body'] });
      const whole = testJob(type, definition);
      const expected = await writeWhole(new StoredExportFiles(temporary.store, objects), whole);
      assert.equal(expected.rows, BigInt(ROWS));
      assert.ok(expected.parts >= 4, `${expected.parts} parts`);
      const undisturbed = await exportedFile(objects, whole);

      const job = testJob(type, definition);
      const percents: number[] = [];
      let checkpoint = job.checkpoint;
      let result;
      // The process ends before, while or after each step: a step more each time, so that every step is the last one once.
      for (let kills = 0; result === undefined; kills++) {
        assert.ok(kills < 60);
        let steps = 1 + (kills % 3);
        const step = (): void => {
          if (steps-- === 0) throw new Killed();
        };
        const context = new RecordedContext(undefined, step);
        context.checkpoint = checkpoint;
        const files = new StoredExportFiles(temporary.store, endingStore(objects, step));
        result = await files.write({ ...job, checkpoint }, context).catch((error: unknown) => {
          if (error instanceof Killed) return undefined;
          throw error;
        });
        ({ checkpoint } = context);
        percents.push(...context.percents);
      }
      assert.deepEqual(result, expected);
      assert.ok((await exportedFile(objects, job)).equals(undisturbed));
      assert.deepEqual(
        percents,
        [...percents].sort((a, b) => a - b),
      );
      const left: string[] = [];
      for await (const { key } of objects.list(exportPrefix(job))) left.push(key.slice(exportPrefix(job).length));
      assert.deepEqual(left.length, 2, left.join());
    });

  it('writes one Parquet file that other readers accept, in order and without a gap', async () => {
    const job = testJob('parquet', testDefinition({ signal: 'logs', columns: ['log_id', 'body'] }));
    await writeWhole(new StoredExportFiles(temporary.store, objects), job);
    const bytes = await exportedFile(objects, job);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
    const rows = await parquetReadObjects({ file, compressors });
    const ids = rows.map((row) => String(row['log_id']));
    assert.equal(new Set(ids).size, ROWS);
    assert.ok(ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id));
    assert.equal(new Set(rows.map((row) => String(row['body']))).size, ROWS);
  });

  it('goes on where it was after the store had no room', async () => {
    const job = testJob('csv', testDefinition({ signal: 'logs', columns: ['log_id', 'timestamp', 'body'] }));
    const context = new RecordedContext();
    let puts = 0;
    const full = endingStore(objects, () => {
      if (++puts > 2) throw unavailable(new Error('ENOSPC'));
    });
    await assert.rejects(new StoredExportFiles(temporary.store, full).write(job, context), { code: 'unavailable' });
    assert.equal(context.percents.length, 2);
    const files = new StoredExportFiles(temporary.store, objects);
    const result = await files.write({ ...job, checkpoint: context.checkpoint }, context);
    assert.equal(result.rows, BigInt(ROWS));
  });
});

/** Wraps a store so that a step may end the process before an object is stored. */
function endingStore(store: ObjectStore, step: () => void): ObjectStore {
  return {
    put: async (key: string, source: ObjectSource) => {
      step();
      return store.put(key, source);
    },
    join: async (key, pieces, observe) => {
      step();
      return store.join(key, pieces, observe);
    },
    get: (key, range) => store.get(key, range),
    head: (key) => store.head(key),
    delete: (key) => store.delete(key),
    list: (prefix) => store.list(prefix),
    check: () => store.check(),
    close: () => store.close(),
  };
}
