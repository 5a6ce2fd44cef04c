import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../values/json.js';
import { fakeIo } from '../testing/fake-io.js';
import { readBody } from './body.js';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

function read(values: Readonly<Record<string, string>>, stdin = ''): Promise<JsonObject> {
  return readBody({ values, given: new Set() }, fakeIo({ stdin }).stdin);
}

function file(content: string): string {
  const name = path.join(directory, 'body.json');
  writeFileSync(name, content);
  return name;
}

describe('readBody', () => {
  it('reads a body inline, from a file or from standard input', async () => {
    assert.deepEqual(await read({ json: '{"name":"é"}' }), { name: 'é' });
    assert.deepEqual(await read({ file: file('\uFEFF{"name":"é"}\n') }), { name: 'é' });
    assert.deepEqual(await read({ file: '-' }, '{"name":"日本語"}'), { name: '日本語' });
  });

  it('requires exactly one source', async () => {
    await assert.rejects(read({}), /--json <inline>, --file <path>, or --file -/);
    await assert.rejects(read({ json: '{}', file: '-' }), /cannot be used together/);
  });

  it('rejects everything except a JSON object without quoting it', async () => {
    for (const json of ['', '{', '[]', '"s3cret"', 'null', '{"s3cret":}', '1']) {
      await assert.rejects(read({ json }), (error: Error) => !error.message.includes('s3cret'));
    }
    await assert.rejects(read({ file: path.join(directory, 'missing.json') }), /--file cannot be read \(ENOENT\)/);
    await assert.rejects(read({ file: directory }), /--file cannot be read \(EISDIR\)/);
  });
});
