import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnStore } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { DirectoryStore, type ObjectStore } from '@svc/objects';
import { TelemetryWriter } from '@svc/reading/testing';
import { exportedFile, NO_OPTIONS, testDefinition, testJob, writeWhole } from './export-files.fixture.js';
import { StoredExportFiles } from './stored-export-files.js';

const T0 = 1_795_200_000_000_000_000n;

describe('files of exports', () => {
  let temporary: SharedStore;
  let store: ColumnStore;
  let directory: string;
  let objects: ObjectStore;
  let files: StoredExportFiles;
  beforeAll(async () => {
    temporary = await sharedStore();
    ({ store } = temporary);
    directory = await mkdtemp(join(tmpdir(), 'svc-exports-'));
    objects = await DirectoryStore.open({ directory });
    files = new StoredExportFiles(store, objects);
    const writer = new TelemetryWriter(store);
    await writer.logs(
      Array.from({ length: 500 }, (_, at) => ({
        timestamp: T0 + BigInt(at % 97) * 1_000_000_007n,
        idTail: at.toString(16).padStart(16, '0'),
        body: at === 3 ? 'a "quoted"\r\ntext, with ü' : at === 4 ? '=1+1' : `record ${at}`,
        severityNumber: 9 + (at % 12),
        service: at % 2 === 0 ? 'cart' : 'shop',
        attributes: { 'http.method': 'GET', n: String(at) },
      })),
    );
  });
  afterAll(async () => {
    await temporary[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  const write = async (type: 'csv' | 'json' | 'parquet', definition: Parameters<typeof testDefinition>[0]) => {
    const job = testJob(type, testDefinition(definition));
    const result = await writeWhole(files, job);
    const bytes = await exportedFile(objects, job);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), result.sha256);
    assert.equal(BigInt(bytes.length), result.bytes);
    return { job, result, bytes };
  };

  it('writes every record once, in the order of time', async () => {
    const { result, bytes } = await write('json', { signal: 'logs' });
    const rows = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(result.rows, 500n);
    assert.equal(rows.length, 500);
    const keys = rows.map((row) => String(row['log_id']));
    assert.deepEqual(keys, [...keys].sort());
    assert.equal(rows[0]?.['timestamp'], '2026-11-20T18:40:00.000000000Z');
    assert.deepEqual((rows[0]?.['attributes'] as Record<string, unknown>)['http.method'], 'GET');
  });

  it('writes one JSON array, also without rows', async () => {
    const options = { ...NO_OPTIONS, json_array: true };
    assert.equal(
      (JSON.parse((await write('json', { signal: 'logs', options })).bytes.toString()) as unknown[]).length,
      500,
    );
    const none = await write('json', { signal: 'logs', options, service_name: 'nobody' });
    assert.deepEqual(JSON.parse(none.bytes.toString()), []);
  });

  it('writes CSV with a header, also without rows, and with a byte order mark and escaped formulas on request', async () => {
    const columns = ['severity_number', 'body', 'attributes.n'];
    const { bytes, result } = await write('csv', { signal: 'logs', columns, service_name: 'cart' });
    assert.equal(result.rows, 250n);
    assert.match(bytes.toString(), /^"severity_number","body","attributes\.n"\r\n/);
    assert.ok(bytes.includes('13,"=1+1","4"\r\n'));
    const options = { ...NO_OPTIONS, bom: true, escape_formulas: true };
    const escaped = await write('csv', { signal: 'logs', columns, options });
    assert.equal(escaped.bytes.toString('latin1', 0, 3), '\xef\xbb\xbf');
    assert.ok(escaped.bytes.includes(`13,"'=1+1","4"\r\n`));
    assert.ok(escaped.bytes.includes('"a ""quoted""\r\ntext, with ü"'));
    const none = await write('csv', { signal: 'logs', columns, service_name: 'nobody' });
    assert.equal(none.bytes.toString(), '"severity_number","body","attributes.n"\r\n');
  });

  for (const signal of ['logs', 'traces', 'metrics', 'errors', 'events', 'persons'] as const)
    for (const type of ['csv', 'json', 'parquet'] as const)
      it(`writes ${signal} as ${type}`, async () => {
        const { result } = await write(type, { signal, options: { ...NO_OPTIONS, flatten_attributes: true } });
        assert.equal(result.rows, signal === 'logs' ? 500n : 0n);
      });
});
