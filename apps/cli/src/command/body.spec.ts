import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../runtime/values/json.js';
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

  it('names the place of a mistake', async () => {
    await assert.rejects(
      read({ json: '{"name":"x",}' }),
      /^Failure: --json is not valid JSON: see line 1, column 1[23]$/,
    );
    await assert.rejects(
      read({ file: file('{\n  "a": 1,\n  "b" 2\n}') }),
      /body\.json is not valid JSON: see line 3, column \d/,
    );
    await assert.rejects(read({ json: '{"a":' }), /see line 1, column 6/);
  });

  it('refuses an integer that a double would change, and names its field', async () => {
    for (const digits of ['9007199254740993', '-9007199254740993', '18446744073709551615']) {
      await assert.rejects(read({ json: `{"filters":[{"value":${digits}}]}` }), (error: Error) => {
        assert.match(error.message, /^--json: filters\[0\]\.value is an integer beyond 2\^53/);
        return !error.message.includes(digits);
      });
    }
    const exact = { a: 9007199254740991, b: '9007199254740993', c: 0.12345678901234568, d: 1 };
    assert.deepEqual(
      await read({ json: '{"a":9007199254740991,"b":"9007199254740993","c":0.1234567890123456789,"d":2,"d":1}' }),
      exact,
    );
  });
});
