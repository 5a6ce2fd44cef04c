import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PythonEnvironment, skipOrFail } from '@svc/testing';
import { ok } from '../api.js';
import { whenOver } from '../exports/export-scene.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { COLUMNS, expectedRows, KEYS, type Row, type Signal } from './expected.js';
import { installReaders } from './readers.js';
import { sendAll } from './sent.js';
import { toExact, type Format } from './values.js';

const run = promisify(execFile);
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const READER = path.resolve(import.meta.dirname, '../../src/export-files/read_files.py');
/** First characters that docs/export-files.md names as the start of a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const MAX_BYTES = 64 * 1024 * 1024;

const SUITE = 'files of exports, as pyarrow and DuckDB read them';
const installed = await installReaders();

if (installed instanceof PythonEnvironment) describe(SUITE, () => judgedBy(installed));
else if (installed.isLanguageMissing) it.skip(`${SUITE} (${installed.reason})`, () => undefined);
else skipOrFail(SUITE, installed.reason);

function judgedBy(environment: PythonEnvironment): void {
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'svc-files-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  // A project can create ten exports within an hour, so each format has one.
  describe.each<Format>(['csv', 'json', 'parquet'])('%s', (format) => {
    let project: string;
    let expected: Record<Signal, readonly Row[]>;
    beforeAll(async () => {
      project = (await makeProject()).id;
      await sendAll(project, startMs);
      expected = await expectedRows(project, startMs);
    });

    const read = async (signal: Signal, options: object = {}): Promise<Record<string, Row[]>> => {
      const body = { type: format, query: { signal, options }, project_id: project };
      const id = String((await ok('POST', `/export?project_id=${project}`, { body }))['id']);
      const job = await whenOver(theService().apiKey, id, project);
      assert.equal(job['status'], 'completed', JSON.stringify(job));
      const { url } = await ok('GET', `/export/jobs/${id}/download?project_id=${project}`);
      const answer = await fetch(`${theService().httpUrl}${new URL(url, theService().httpUrl).pathname}`);
      const file = path.join(folder, `${signal}.${format}`);
      await writeFile(file, Buffer.from(await answer.arrayBuffer()));
      const { stdout } = await run(environment.python, [READER, format, file], { maxBuffer: MAX_BYTES });
      return JSON.parse(stdout) as Record<string, Row[]>;
    };

    it.each(Object.keys(COLUMNS) as Signal[])('writes the rows of %s', async (signal) => {
      const readers = await read(signal);
      assert.deepEqual(Object.keys(readers), ['pyarrow', 'DuckDB']);
      for (const [reader, rows] of Object.entries(readers)) assertSame(signal, format, reader, rows, expected[signal]);
    });

    if (format !== 'csv') return;
    it('escapes formulas of spreadsheets with an apostrophe, if requested', async () => {
      const readers = await read('logs', { escape_formulas: true });
      const bodies = expected.logs.map(({ body }) => (body ?? '') as string);
      const texts = bodies.map((body) => (FORMULA.test(body) ? `'${body}` : body));
      assert.ok(texts.filter((text) => text.startsWith("'")).length >= 6);
      for (const [reader, rows] of Object.entries(readers))
        assert.deepEqual(rows.map(({ body }) => body ?? '').toSorted(), texts.toSorted(), reader);
    });
  });
}

/** Compares the rows of a file with the expected ones, value by value. */
function assertSame(signal: Signal, format: Format, reader: string, rows: Row[], expected: readonly Row[]): void {
  const columns = COLUMNS[signal];
  const toRowId = (row: Row): string => KEYS[signal].map((name) => JSON.stringify(row[name])).join();
  const byId = new Map(expected.map((row) => [toRowId(row), row]));
  assert.equal(rows.length, expected.length, `${reader}: ${rows.length} rows`);
  for (const row of rows) {
    // pyarrow has a type for each column of JSON, so it reads no columns of objects.
    const isPartial = format === 'json' && reader === 'pyarrow';
    if (!isPartial) assert.deepEqual(Object.keys(row), Object.keys(columns));
    const wanted = byId.get(toRowId(row));
    assert.ok(wanted, `${reader}: a row ${toRowId(row)} is expected`);
    byId.delete(toRowId(row));
    for (const [name, kind] of Object.entries(columns)) {
      if (!(name in wanted) || (isPartial && !(name in row))) continue;
      const found = toExact(kind, row[name], format, wanted[name]);
      assert.deepEqual(found, wanted[name], `${reader}, ${signal}.${name}`);
    }
  }
}
