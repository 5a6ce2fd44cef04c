import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { sendBytes } from './send-bytes.js';

const MAP = { version: 3, sources: ['src/pay.ts'], sourcesContent: ['pay();'], names: [], mappings: 'AAAA' };
const SENTINEL = 'Do-Not-Echo-9a4d';

describe('uploads of symbol files', () => {
  let project: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
  });

  const uploadMap = (changes: object = {}, key?: string) =>
    api('POST', `/sourcemaps?project_id=${project}`, {
      body: { release: '1.0', filename: '/app.js', content: JSON.stringify(MAP), ...changes },
      ...(key === undefined ? {} : { key }),
    });
  const send = async (bytes: Uint8Array<ArrayBuffer>, headers = {}, target = 'android?release=1.0') => {
    const { status, json } = await sendBytes(`/symbols/${target}&project_id=${project}`, bytes, headers);
    return { status, json };
  };
  /** A mapping of about the given number of bytes. */
  const mapping = (bytes: number): Buffer<ArrayBuffer> => {
    const lines: string[] = [];
    for (let at = 0, nth = 0; at < bytes; nth += 1) {
      const line = `com.shop.${randomBytes(12).toString('hex')} -> a.a${nth}:\n    1:2:void pay():10:11 -> a\n`;
      lines.push(line);
      at += line.length;
    }
    return Buffer.from(lines.join(''));
  };

  it('keeps a source map once: 201, then 200 with the same record', async () => {
    const first = await uploadMap();
    assert.equal(first.status, 201, first.text);
    const { id, filename, release, kind, details } = first.json;
    assert.deepEqual([filename, release, kind, details['sources']], ['~/app.js', '1.0', 'sourcemap', 1]);
    const second = await uploadMap();
    assert.deepEqual([second.status, second.json['id']], [200, id]);
    const { sourcemaps } = await ok('GET', `/sourcemaps?project_id=${project}&release=1.0`);
    assert.deepEqual(
      (sourcemaps as Json[]).map((each) => each['id']),
      [id],
    );
    const none = await ok('GET', `/sourcemaps?project_id=${project}&release=2.0`);
    assert.deepEqual(none['sourcemaps'], []);
  });

  it('refuses a source map with the field that is wrong, and repeats nothing of it', async () => {
    const bodies: [object, string][] = [
      [{ content: SENTINEL }, 'content'],
      [{ content: JSON.stringify({ ...MAP, mappings: SENTINEL }) }, 'content'],
      [{ content: undefined }, 'content'],
      [{ filename: '' }, 'filename'],
      [{ release: '' }, 'release'],
      [{ release: 7 }, 'release'],
      [{ dist: SENTINEL.repeat(9) }, 'dist'],
      [{ unknown: 1 }, 'unknown'],
    ];
    for (const [changes, field] of bodies) {
      const { status, text, json } = await uploadMap(changes);
      assert.equal(status, 400, text);
      assert.equal(json['details'][0]?.['path'], field, text);
      assert.ok(!text.includes(SENTINEL), text);
    }
  });

  it('answers a body that names another project like a project that does not exist', async () => {
    const { status, json } = await uploadMap({ project_id: (await makeProject()).id, unknown: 1 });
    assert.deepEqual([status, json['error']], [404, 'not_found']);
    assert.equal((await uploadMap({ project_id: project })).status, 200);
  });

  it('accepts a source map of many megabytes, while other requests are answered', async () => {
    const content = JSON.stringify({ ...MAP, sourcesContent: ['x'.repeat(40_000_000)] });
    const slowest: number[] = [];
    const uploading = uploadMap({ content, filename: '/large.js' });
    let isDone = false;
    void uploading.finally(() => (isDone = true));
    while (!isDone) {
      const started = performance.now();
      await api('GET', '/account');
      slowest.push(performance.now() - started);
    }
    const { status, text } = await uploading;
    assert.equal(status, 201, text.slice(0, 300));
    assert.ok(slowest.length > 3);
  });

  it('accepts a source map in chunks of its JSON body, and refuses gaps', async () => {
    const content = JSON.stringify({ ...MAP, sourcesContent: ['y'.repeat(1_500_000)] });
    const body = Buffer.from(JSON.stringify({ release: '1.0', filename: '/chunks.js', content }));
    const key = { 'upload-key': sha256(body), 'content-type': 'application/json' };
    const target = `/sourcemaps?project_id=${project}`;
    const chunk = (start: number, end: number) => {
      const range = { 'content-range': `bytes ${start}-${end - 1}/${body.length}` };
      return sendBytes(target, body.subarray(start, end), { ...key, ...range });
    };
    const first = await chunk(0, 600_000);
    assert.deepEqual([first.status, first.json['received']], [202, 600_000]);
    assert.equal((await chunk(700_000, 800_000)).status, 409, 'it leaves a gap');
    const asked = await sendBytes(target, new Uint8Array(), { ...key, 'content-range': `bytes */${body.length}` });
    assert.deepEqual([asked.status, asked.json['received']], [202, 600_000]);
    const last = await chunk(600_000, body.length);
    assert.deepEqual([last.status, last.json['filename'], last.json['received']], [201, '~/chunks.js', undefined]);
    const whole = await uploadMap({ filename: '/chunks.js', content });
    assert.deepEqual([whole.status, whole.json['id']], [200, last.json['id']]);
  });

  it('accepts a mapping in one request', async () => {
    const file = mapping(10_000);
    const { status, json } = await send(file);
    assert.equal(status, 201, JSON.stringify(json));
    const [stored] = json['symbol_files'] as Json[];
    assert.deepEqual(
      [stored?.['kind'], stored?.['filename'], stored?.['sha256']],
      ['proguard', 'mapping.txt', sha256(file)],
    );
    assert.match(stored?.['debug_id'] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    assert.equal((await send(file)).status, 200);
  });

  it('accepts a mapping in chunks, repeated ones too, and refuses gaps', async () => {
    const file = mapping(9_000_000);
    const key = { 'upload-key': sha256(file) };
    const chunk = (start: number, end: number) =>
      send(file.subarray(start, end), { ...key, 'content-range': `bytes ${start}-${end - 1}/${file.length}` });
    const ask = () => send(new Uint8Array(), { ...key, 'content-range': `bytes */${file.length}` });
    assert.deepEqual(await ask(), { status: 202, json: { symbol_files: [], received: 0 } });
    assert.equal((await chunk(0, 5_000_000)).json['received'], 5_000_000);
    assert.equal((await chunk(1_000_000, 4_000_000)).json['received'], 5_000_000, 'it was received before');
    assert.equal((await chunk(6_000_000, 7_000_000)).status, 409, 'it leaves a gap');
    assert.equal((await ask()).json['received'], 5_000_000);
    const last = await chunk(4_500_000, file.length);
    assert.equal(last.status, 201, JSON.stringify(last.json));
    const again = await ask();
    assert.deepEqual(
      [again.status, again.json['symbol_files'][0]?.['id']],
      [200, last.json['symbol_files'][0]?.['id']],
    );
  });

  it('refuses bytes that do not match the key, files of no known format, and wrong headers', async () => {
    const file = mapping(1_000);
    assert.equal((await send(file, { 'upload-key': sha256(Buffer.from('other')) })).status, 400);
    assert.equal((await send(Buffer.from(SENTINEL))).json['details'][0]?.['path'], 'file');
    assert.equal((await send(file, {}, 'android?release=')).status, 400);
    assert.equal((await send(file, { 'content-range': 'bytes 5-1/9', 'upload-key': sha256(file) })).status, 400);
    assert.equal((await send(file, { 'content-range': 'bytes 0-9/10' })).status, 400);
    assert.equal((await send(file, { 'content-type': 'text/plain' })).status, 415);
    assert.equal(
      (await send(file, { 'content-range': `bytes 0-1/${2 ** 41}`, 'upload-key': sha256(file) })).status,
      413,
    );
  });

  it('requires symbols:write to upload, and releases:read to list', async () => {
    const reader = await makeKey(['releases:read'], project);
    const writer = await makeKey(['symbols:write'], project);
    assert.equal((await uploadMap({}, reader.secret)).status, 403);
    assert.equal((await uploadMap({}, writer.secret)).status, 200);
    for (const list of ['sourcemaps', 'symbols']) {
      assert.equal((await api('GET', `/${list}`, { key: reader.secret })).status, 200);
      assert.equal((await api('GET', `/${list}`, { key: writer.secret })).status, 403);
    }
  });

  it('lists symbol files in pages', async () => {
    const page = await ok('GET', `/symbols?project_id=${project}&limit=1`);
    const { has_more: hasMore, next_cursor: cursor } = page['pagination'];
    assert.equal(hasMore, true);
    const next = await ok('GET', `/symbols?project_id=${project}&limit=1&cursor=${encodeURIComponent(cursor)}`);
    assert.notEqual(next['symbol_files'][0]?.['id'], page['symbol_files'][0]?.['id']);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
