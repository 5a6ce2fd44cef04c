import assert from 'node:assert/strict';
import { request as sendRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { serve, type Served } from '../http/serve.fixture.js';
import { readRecorder } from './files.js';
import { isRecorderPath, recorderHttpHandler } from './http.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('the recorder over HTTP', () => {
  const logged: unknown[] = [];
  const error = (...values: unknown[]): void => void logged.push(values[1]);
  const unreadable = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  let handler = recorderHttpHandler();
  let served: Served;
  beforeAll(async () => {
    served = await serve((request, response, target) => handler(request, response, target));
  });
  afterAll(() => served.stop());

  /** Node's client neither asks for compression nor undoes it. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = served;
      const request = sendRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
        });
      });
      request.on('error', reject).end();
    });
  const LOADER = '/replay/v1/recorder.js';
  /** The path of the recording, which the loader has in it. */
  const recordingPath = async (): Promise<string> => {
    const [, version] = /"(\d+\.\d+\.\d+-[0-9a-f]{8})"/.exec((await ask(LOADER)).body.toString()) ?? [];
    return `/replay/v1/${version}/record.js`;
  };

  it('serves the loader for a minute, and the recording for ever, to pages of any origin', async () => {
    for (const [path, cache] of [
      [LOADER, 'public, max-age=60'],
      [await recordingPath(), 'public, max-age=31536000, immutable'],
    ] as const) {
      const { status, headers, body } = await ask(path);
      assert.equal(status, 200, path);
      assert.deepEqual(
        [
          'content-type',
          'cache-control',
          'access-control-allow-origin',
          'cross-origin-resource-policy',
          'x-content-type-options',
        ].map((name) => headers[name]),
        ['text/javascript; charset=utf-8', cache, '*', 'cross-origin', 'nosniff'],
      );
      const zipped = await ask(path, { 'accept-encoding': 'br, gzip' });
      assert.deepEqual([zipped.headers['content-encoding'], zipped.headers.vary], ['gzip', 'accept-encoding']);
      assert.deepEqual(gunzipSync(zipped.body), body);
      const head = await ask(path, {}, 'HEAD');
      assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, String(body.length), 0]);
      const unchanged = await ask(path, { 'if-none-match': headers.etag ?? '' });
      assert.deepEqual([unchanged.status, unchanged.body.length, unchanged.headers.etag], [304, 0, headers.etag]);
    }
  });

  it('serves the package for bundlers', async () => {
    const { status, headers, body } = await ask('/replay/v1/recorder.tgz', { 'accept-encoding': 'gzip' });
    assert.deepEqual(
      [status, headers['content-type'], headers['content-encoding']],
      [200, 'application/gzip', undefined],
    );
    assert.match(gunzipSync(body).toString('latin1'), /"name": "@svc\/recorder"/);
  });

  it.each([['gzip;q=0'], ['gzip; q=0.0, br'], ['br'], ['notgzip'], ['']])(
    'does not compress for a client that accepts %j',
    async (accepted) => {
      const { headers } = await ask(LOADER, { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], undefined);
    },
  );

  it.each([
    '/replay/v1/',
    '/replay/v1/record.js',
    '/replay/v1/0.0.0/record.js',
    '/replay/v1/0.1.0-00000000/record.js',
    '/replay/v1/../record.js',
    '/replay/v1/%2e%2e/record.js',
    '/replay/v1/version.json',
  ])('answers %s with 404 in the shape of errors', async (path) => {
    const { status, headers, body } = await ask(path);
    assert.ok(isRecorderPath(path));
    assert.deepEqual(
      [status, headers['access-control-allow-origin'], headers['cache-control']],
      [404, '*', 'no-store'],
    );
    assert.equal((JSON.parse(body.toString()) as { error: string }).error, 'not_found');
  });

  it('answers with 500 and logs if its files cannot be read, and reads them again for the next request', async () => {
    const before = handler;
    let reads = 0;
    handler = recorderHttpHandler({ error }, () => (reads++ ? readRecorder() : Promise.reject(unreadable)));
    try {
      const { status, body } = await ask(LOADER);
      assert.deepEqual([status, (JSON.parse(body.toString()) as { error: string }).error], [500, 'internal']);
      assert.deepEqual(logged, ['recorder not served']);
      assert.equal((await ask(LOADER)).status, 200);
      assert.equal(logged.length, 1);
    } finally {
      handler = before;
    }
  });

  it('refuses other methods with the ones that it has', async () => {
    const { status, headers } = await ask(LOADER, {}, 'POST');
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
  });
});
