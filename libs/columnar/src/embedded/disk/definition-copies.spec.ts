import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { DefinitionCopies } from './definition-copies.js';

const TABLE = 'store/abc/abc0/spans.sql';
const WHOLE = 'ATTACH TABLE _ (a UInt8)\nENGINE = MergeTree\nORDER BY a\n';

const temporaryDirectory = temporaryDirectories();

async function scene() {
  const root = await temporaryDirectory();
  const engine = join(root, 'engine');
  const put = async (content: string, path = TABLE) => {
    await mkdir(dirname(join(engine, path)), { recursive: true });
    await writeFile(join(engine, path), content);
  };
  const read = (path = TABLE) => readFile(join(engine, path), 'utf8');
  return { put, read, copies: new DefinitionCopies(engine, join(root, 'copies')) };
}

describe('DefinitionCopies', () => {
  it('restores a definition that a full disk has emptied', async () => {
    const { put, read, copies } = await scene();
    await put(WHOLE);
    await copies.update();
    await put('');
    assert.deepEqual(await copies.restore(false), [TABLE]);
    assert.equal(await read(), WHOLE);
  });

  it('does not replace a copy by an emptied definition', async () => {
    const { put, read, copies } = await scene();
    await put(WHOLE);
    await copies.update();
    await put('');
    await copies.update();
    await copies.restore(false);
    assert.equal(await read(), WHOLE);
  });

  it('removes an emptied definition that was never acknowledged, so that the engine starts', async () => {
    const { put, read, copies } = await scene();
    await put('');
    assert.deepEqual(await copies.restore(false), [TABLE]);
    await assert.rejects(read(), { code: 'ENOENT' });
  });

  it('undoes a change that happened while writes failed, and keeps one from before a crash', async () => {
    const { put, read, copies } = await scene();
    const changed = WHOLE.replace('a UInt8', 'a UInt8, b UInt8');
    await put(WHOLE);
    await copies.update();
    await put(changed);
    assert.deepEqual(await copies.restore(false), []);
    assert.equal(await read(), changed);
    assert.deepEqual(await copies.restore(true), [TABLE]);
    assert.equal(await read(), WHOLE);
  });

  it('detects a definition that was truncated at the end of a page', async () => {
    const { put, copies } = await scene();
    const long = `ATTACH TABLE _ (\n${'    `column` UInt8,\n'.repeat(400)}    a UInt8)\nENGINE = Memory\n`;
    await put(long);
    await copies.update();
    await put(long.slice(0, 4096));
    assert.deepEqual(await copies.restore(false), [TABLE]);
  });

  it('removes the copies of dropped tables', async () => {
    const { put, read, copies } = await scene();
    await put(WHOLE);
    await copies.update();
    await rm(join(dirname(dirname(dirname(TABLE))), 'nothing'), { force: true });
    const other = 'store/abd/abd0/logs.sql';
    await put(WHOLE, other);
    await copies.update();
    await put('', TABLE);
    await put('', other);
    assert.deepEqual((await copies.restore(true)).toSorted(), [TABLE, other]);
    assert.equal(await read(other), WHOLE);
  });
});
