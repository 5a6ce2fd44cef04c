import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { sendBytes } from './send-bytes.js';

const CHUNK_BYTES = 4 * 1024 * 1024;

describe('svc symbols', () => {
  let directory: string;
  let project: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-uploads-'));
    project = (await makeProject()).id;
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** A mapping of about ten megabytes, which is three chunks. */
  const makeMapping = async (): Promise<{ file: string; bytes: Buffer<ArrayBuffer> }> => {
    const lines = Array.from(
      { length: 150_000 },
      (_, nth) => `com.shop.C${randomBytes(8).toString('hex')} -> a.c${nth}:\n    1:2:void pay():10:11 -> a\n`,
    );
    const bytes = Buffer.from(lines.join(''));
    const file = path.join(directory, `${randomBytes(4).toString('hex')}.txt`);
    await writeFile(file, bytes);
    return { file, bytes };
  };
  const upload = (file: string, env: Record<string, string> = {}) =>
    svc(['symbols', 'upload-android-mapping', file, '--release', '1.0'], { env: { SVC_PROJECT: project, ...env } });

  it('continues an upload after answers were lost, without sending anything twice', async () => {
    const { file, bytes } = await makeMapping();
    await using proxy = await startCuttingProxy(theService().httpUrl);
    const { code, stdout, stderr } = await upload(file, { SVC_API_URL: `${proxy.url}/api/v1` });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '', 'no progress is shown to a program');
    const stored = (JSON.parse(stdout) as { symbol_files: { sha256: string }[] }).symbol_files;
    assert.deepEqual(
      stored.map(({ sha256 }) => sha256),
      [hash(bytes)],
    );
    assert.equal(proxy.cut.length, 2);
    assert.equal(new Set(proxy.ranges).size, proxy.ranges.length, proxy.ranges.join());
  });

  it('continues an upload where an earlier run ended', async () => {
    const { file, bytes } = await makeMapping();
    const range = `bytes 0-${CHUNK_BYTES - 1}/${bytes.length}`;
    const target = `/symbols/android?release=1.0&filename=${path.basename(file)}&project_id=${project}`;
    const begun = await sendBytes(target, bytes.subarray(0, CHUNK_BYTES), {
      'upload-key': hash(bytes),
      'content-range': range,
    });
    assert.equal(begun.status, 202, begun.text);
    await using proxy = await startCuttingProxy(theService().httpUrl, 0);
    const { code, stderr } = await upload(file, { SVC_API_URL: `${proxy.url}/api/v1` });
    assert.equal(code, 0, stderr);
    assert.ok(!proxy.ranges.includes(range), proxy.ranges.join());
    const again = await upload(file);
    assert.equal(again.code, 0, 'the same file again is no failure');
  });

  it('sends mappings and source maps in chunks below the limit of a proxy', async () => {
    await using proxy = await startCuttingProxy(theService().httpUrl, 0, 1_000_000);
    const env = { SVC_PROJECT: project, SVC_API_URL: `${proxy.url}/api/v1` };
    const { file, bytes } = await makeMapping();
    assert.equal((await upload(file, env)).code, 0);
    const map = { version: 3, sources: ['a.ts'], sourcesContent: ['x'.repeat(3_000_000)], names: [], mappings: 'AAAA' };
    const input = JSON.stringify({ release: '1.0', filename: '/large.js', content: JSON.stringify(map) });
    const { code, stdout, stderr } = await svc(['symbols', 'upload-sourcemap', '--file', '-'], { env, input });
    assert.equal(code, 0, stderr);
    const stored = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([stored['filename'], stored['received']], ['~/large.js', undefined]);
    assert.ok(proxy.ranges.length >= (bytes.length + 3_000_000) / 1_000_000, proxy.ranges.join());
    const repeated = await svc(['symbols', 'upload-sourcemap', '--file', '-'], { env, input });
    assert.equal((JSON.parse(repeated.stdout) as Record<string, unknown>)['id'], stored['id']);
  });

  it('reports what is wrong with a symbol file', async () => {
    const file = path.join(directory, 'wrong.txt');
    await writeFile(file, 'no mapping');
    const wrong = await upload(file);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /file: has no classes/);
    await writeFile(file, '');
    assert.match((await upload(file)).stderr, /file is empty/);
    assert.match((await upload(path.join(directory, 'none'))).stderr, /ENOENT/);
    const folder = await svc(['symbols', 'upload-ios-symbols', directory], { env: { SVC_PROJECT: project } });
    assert.match(folder.stderr, /no dSYM bundle/);
  });

  it('uploads a source map from a JSON file', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });
    const input = JSON.stringify({ release: '1.0', filename: 'https://shop.example/app.js', content: map });
    const { code, stdout, stderr } = await svc(['symbols', 'upload-sourcemap', '--file', '-'], {
      env: { SVC_PROJECT: project },
      input,
    });
    assert.equal(code, 0, stderr);
    assert.equal((JSON.parse(stdout) as { filename: string }).filename, '~/app.js');
  });
});

/**
 * Forwards requests, but closes the connection instead of answering the first chunks, and refuses bodies of more bytes than the limit.
 * `ranges` are the accepted ones.
 */
async function startCuttingProxy(target: string, cuts = 2, limit = Infinity) {
  const cut: string[] = [];
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const range = request.headers['content-range'] ?? '';
      const { host: _own, 'content-length': _length, connection: _connection, ...headers } = request.headers;
      const body = await buffer(request);
      if (body.length > limit) {
        response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Request Entity Too Large</h1>');
        return;
      }
      const init = { method: request.method ?? 'POST', headers: headers as Record<string, string> };
      const taken = await fetch(`${target}${request.url ?? ''}`, { ...init, body });
      const isChunk = !range.startsWith('bytes *');
      // A chunk that the service refused, as it may when it is busy, is sent again for good reason.
      if (isChunk && taken.ok) ranges.push(range);
      if (isChunk && taken.ok && cut.length < cuts) {
        cut.push(range);
        request.socket.destroy();
      } else response.writeHead(taken.status, { 'content-type': 'application/json' }).end(await taken.text());
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    ranges,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
