import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { api, ok, type Json } from '../api.js';
import { theService } from '../topology.js';
import { createExport, openScene, whenOver } from './export-scene.js';

describe('exports: downloads', () => {
  let key: string;
  let job: Json;
  let url: string;
  beforeAll(async () => {
    ({ key } = await openScene());
    job = await whenOver(key, (await createExport(key))['id']);
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    const minted = await ok('GET', `/export/jobs/${job['id'] as string}/download`, { key });
    url = new URL(minted['url'], theService().httpUrl).href;
    // If the port is assigned by the operating system, the service names another one in its URLs.
    url = `${theService().httpUrl}${new URL(url).pathname}`;
    const leftMs = Date.parse(minted['expires_at']) - Date.now();
    assert.ok(leftMs > 0 && leftMs <= 3_600_000 + 1_000);
  });

  it('serves the bytes of the result with its headers', async () => {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), job['result']['sha256']);
    assert.equal(bytes.length, Number(job['result']['bytes']));
    assert.equal(answer.headers.get('etag'), `"${job['result']['sha256'] as string}"`);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="logs-[\w-]+\.csv"$/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal(answer.headers.get('accept-ranges'), 'bytes');
  });

  it('answers HEAD, and 304 to a client that has the file', async () => {
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(job['result']['bytes'])]);
    const etag = head.headers.get('etag') ?? '';
    assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
  });

  it('continues a download at every tenth', async () => {
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const etag = `"${job['result']['sha256'] as string}"`;
    for (let tenth = 1; tenth < 10; tenth++) {
      const from = Math.floor((whole.length * tenth) / 10);
      const answer = await fetch(url, { headers: { range: `bytes=${from}-`, 'if-range': etag } });
      assert.equal(answer.status, 206);
      assert.equal(answer.headers.get('content-range'), `bytes ${from}-${whole.length - 1}/${whole.length}`);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from)));
    }
    const other = await fetch(url, { headers: { range: 'bytes=1-', 'if-range': '"another"' } });
    assert.deepEqual([other.status, (await other.arrayBuffer()).byteLength], [200, whole.length]);
    const beyond = await fetch(url, { headers: { range: `bytes=${whole.length}-` } });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${whole.length}`]);
  });

  it('returns 404 for any other download token', async () => {
    for (const other of [
      `${url}A`,
      url.slice(0, -1),
      url.replace(/.{10}$/, 'AAAAAAAAAA'),
      url.replace(/exports\/.*/, 'exports/a'),
    ])
      assert.equal((await fetch(other)).status, 404);
  });

  it('returns 409 for the download of an export that is not completed', async () => {
    const created = await createExport(key, { query: { signal: 'logs', q: 'never' } });
    const path = `/export/jobs/${created['id'] as string}`;
    const cancelled = await api('DELETE', path, { key });
    // A short export may be over before it is cancelled.
    if (cancelled.status === 409) return;
    assert.equal(cancelled.json['status'], 'cancelled');
    assert.equal((await api('GET', `${path}/download`, { key })).status, 409);
    assert.equal((await api('POST', `${path}/retry`, { key, body: {} })).status, 409);
  });
});
