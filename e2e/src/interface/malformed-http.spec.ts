import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { theService } from '../topology.js';

/** Requests that HTTP itself forbids, with the status of the answer. */
const MALFORMED: [what: string, bytes: string, status: number][] = [
  ['a bad request line', 'NONSENSE\r\n\r\n', 400],
  ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 501],
  ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbad header line\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: zzz\r\n\r\n', 417],
];

describe('a request that is not valid HTTP', () => {
  for (const port of ['httpUrl', 'ingestUrl'] as const) {
    for (const [what, bytes, status] of MALFORMED) {
      it(`answers ${what} with ${status} and an error body at ${port}`, async () => {
        const answer = await exchange(new URL(theService()[port]), bytes);
        assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 80));
        assert.match(answer, /\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
        assert.match(answer, /\r\nx-request-id: \S+\r\n/i);
        const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
        assert.equal(body['error'], status === 501 ? 'method_not_allowed' : 'invalid_request');
        assert.equal(typeof body['message'], 'string');
      });
    }
  }
});

it('answers a body that is too large with 413, however often it is sent', async () => {
  const { httpUrl, apiKey } = theService();
  const body = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) });
  for (let nth = 0; nth < 10; nth++) {
    const answer = await fetch(`${httpUrl}/api/v1/search/saved`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body,
    });
    assert.equal(answer.status, 413);
    assert.equal(((await answer.json()) as { error: string }).error, 'payload_too_large');
  }
});

it('answers headers that are too large with 431, whatever body follows', async () => {
  for (const port of ['httpUrl', 'ingestUrl'] as const) {
    for (let nth = 0; nth < 5; nth++) {
      const answer = await fetch(`${theService()[port]}/v1/logs?project_id=${'a'.repeat(40_000)}`, {
        method: 'POST',
        body: 'x'.repeat(20 * 1024 * 1024),
      });
      assert.equal(answer.status, 431, port);
      await answer.text();
    }
  }
});

/** Sends bytes as they are and reads until the connection ends. */
function exchange({ hostname, port }: URL, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
