import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { makeKey } from '../api.js';
import { theService } from '../topology.js';

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/x-protobuf';
type Body = string | Uint8Array<ArrayBuffer>;
const SENTINEL = 'do-not-echo-7f3a';

describe('refusals of OTLP/HTTP', () => {
  let readOnly: string;
  beforeAll(async () => {
    readOnly = (await makeKey(['logs:read'])).secret;
  });

  const post = async (path: string, body: Body | undefined, headers: Record<string, string> = {}) => {
    const { ingestUrl, apiKey } = theService();
    const answer = await fetch(`${ingestUrl}${path}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': JSON_TYPE, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: await answer.text(),
      headers: answer.headers,
    };
  };

  const cases: [string, number, string, Parameters<typeof post>][] = [
    ['a wrong key', 401, 'unauthenticated', ['/v1/logs', '{}', { 'x-svc-api-key': `svc_${SENTINEL}` }]],
    ['a project that is not there', 404, 'not_found', ['/v1/logs', '{}', { 'x-svc-project': SENTINEL }]],
    ['two projects', 403, 'permission_denied', ['/v1/logs?project_id=a&project_id=b', '{}']],
    ['another content type', 415, 'unsupported_media_type', ['/v1/logs', SENTINEL, { 'content-type': 'text/plain' }]],
    ['another encoding', 415, 'unsupported_media_type', ['/v1/logs', SENTINEL, { 'content-encoding': 'snappy' }]],
    ['what is not gzip', 400, 'invalid_request', ['/v1/logs', SENTINEL, { 'content-encoding': 'gzip' }]],
    ['what is not JSON', 400, 'invalid_request', ['/v1/logs', `{"resourceLogs": ${SENTINEL}`]],
    ['a field of the wrong kind', 400, 'invalid_request', ['/v1/logs', JSON.stringify({ resourceLogs: SENTINEL })]],
    [
      'a bomb',
      413,
      'payload_too_large',
      ['/v1/logs', gzipSync(Buffer.alloc(80 * 1024 * 1024)), { 'content-encoding': 'gzip' }],
    ],
  ];
  for (const [what, status, code, request] of cases) {
    it(`refuses ${what} with ${status} ${code}, repeating nothing`, async () => {
      const answer = await post(...request);
      assert.equal(answer.status, status, answer.text);
      const body = JSON.parse(answer.text) as { error: string; message: string; code: number };
      assert.equal(body.error, code);
      assert.equal(typeof body.message, 'string');
      assert.equal(typeof body.code, 'number');
      assert.ok(!answer.text.includes(SENTINEL));
    });
  }

  it('refuses another encoding, naming those that it accepts', async () => {
    const { headers } = await post('/v1/logs', SENTINEL, { 'content-encoding': 'snappy' });
    assert.equal(headers.get('accept-encoding'), 'gzip, deflate, br, zstd');
  });

  it('refuses a key without the scope', async () => {
    assert.equal((await post('/v1/traces', '{}', { 'x-svc-api-key': readOnly })).status, 403);
  });

  it('refuses a request without a credential, before reading its body', async () => {
    const { ingestUrl } = theService();
    const answer = await fetch(`${ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE },
      body: '{}',
    });
    assert.equal(answer.status, 401);
  });

  it('refuses truncated protobuf, in protobuf', async () => {
    const answer = await post('/v1/traces', new Uint8Array([0x0a, 0x7f, 0x01]), { 'content-type': PROTOBUF });
    assert.equal(answer.status, 400);
    assert.equal(answer.type, PROTOBUF);
  });

  it('refuses unknown paths and methods', async () => {
    assert.equal((await post('/v1development/profiles', '{}')).status, 404);
    const { ingestUrl, apiKey } = theService();
    const got = await fetch(`${ingestUrl}/v1/logs`, { headers: { 'x-svc-api-key': apiKey } });
    assert.equal(got.status, 405);
    assert.equal(got.headers.get('allow'), 'POST, OPTIONS');
    await got.arrayBuffer();
  });
});

describe('requests that OTLP/HTTP accepts', () => {
  const post = async (path: string, body: Body, type: string) => {
    const { ingestUrl, apiKey } = theService();
    const answer = await fetch(`${ingestUrl}${path}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': type },
      body,
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it('accepts empty requests, and answers in the encoding of the request without a partial success', async () => {
    for (const path of ['/v1/traces', '/v1/logs', '/v1/metrics']) {
      const json = await post(path, '{}', JSON_TYPE);
      assert.deepEqual([json.status, json.type, json.bytes.toString()], [200, JSON_TYPE, '{}']);
      const protobuf = await post(path, new Uint8Array(0), PROTOBUF);
      assert.deepEqual([protobuf.status, protobuf.type, protobuf.bytes.length], [200, PROTOBUF, 0]);
    }
  });

  it('accepts good items beside bad ones, and counts the bad', async () => {
    const now = `${Date.now()}000000`;
    const spans = [
      { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), name: 'good', startTimeUnixNano: now, endTimeUnixNano: now },
      {
        traceId: '00'.repeat(16),
        spanId: 'cd'.repeat(8),
        name: SENTINEL,
        startTimeUnixNano: now,
        endTimeUnixNano: now,
      },
    ];
    const answer = await post(
      '/v1/traces',
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
      JSON_TYPE,
    );
    assert.equal(answer.status, 200);
    const { partialSuccess } = JSON.parse(answer.bytes.toString()) as {
      partialSuccess: { rejectedSpans: string; errorMessage: string };
    };
    assert.equal(Number(partialSuccess.rejectedSpans), 1);
    assert.match(partialSuccess.errorMessage, /invalid_trace_id/);
    assert.ok(!partialSuccess.errorMessage.includes(SENTINEL));
  });
});
