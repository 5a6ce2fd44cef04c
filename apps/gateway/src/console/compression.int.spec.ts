import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GatewayUnderTest } from '../testing/gateway.js';

const FOLDER = new URL('../../assets/console/assets/', import.meta.url);
const MAIN = readdirSync(FOLDER).find((name) => /^main-\w+\.js$/.test(name)) ?? 'no bundle';

describe('compression of the console', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  const ask = async (accepted: string | undefined) => {
    const headers = accepted === undefined ? undefined : { 'accept-encoding': accepted };
    const response = await fetchRaw(`http://127.0.0.1:${gateway.gateway.port}/assets/${MAIN}`, headers);
    return { coding: response.headers['content-encoding'], ...response };
  };

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ] as const)('sends a client that accepts %j the form %j', async (accepted, coding, decode) => {
    const answer = await ask(accepted);
    assert.equal(answer.coding, coding);
    assert.equal(answer.headers.vary, 'accept-encoding');
    assert.deepEqual(decode(answer.body), readFileSync(new URL(MAIN, FOLDER)));
    assert.equal(answer.headers['content-length'], String(answer.body.length));
  });

  it('gives each form a validator of its own', async () => {
    const tags = await Promise.all(['br', 'gzip', undefined].map(async (form) => (await ask(form)).headers.etag));
    assert.equal(new Set(tags).size, 3);
  });
});

/** Unlike fetch, leaves the body as it was sent. */
function fetchRaw(url: string, headers?: Record<string, string>) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; body: Buffer }>((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
