import assert from 'node:assert/strict';
import { Failure } from '../runtime/failure.js';
import { byKey } from '../session/credential.js';
import { fakeIo } from '../testing/fake-io.js';
import { startPeer } from '../testing/peer.js';
import { createApi, type Api, type ApiRequest } from './api.js';

const peer = await startPeer();
afterAll(() => peer.stop());

const READ: ApiRequest = { method: 'GET', path: '/things', query: [['q', 'a+b&c d']], idempotent: true };
const WRITE: ApiRequest = { method: 'POST', path: '/things', query: [], body: { a: 1 }, idempotent: false };

function api(waits: number[] = [], timeoutMs?: number): Api {
  const io = { ...fakeIo(), fetch, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
  return createApi({
    apiUrl: `${peer.url}/api/v1`,
    authorize: byKey('k'),
    io,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

async function failure(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Failure);
  return error;
}

describe('createApi', () => {
  it('sends the key, the version and the unchanged query', async () => {
    peer.answer({ body: { ok: true } });
    assert.deepEqual(await api().send(READ), { ok: true });
    const [request] = peer.requests;
    assert.equal(request?.path, '/api/v1/things');
    assert.equal(request.query.get('q'), 'a+b&c d');
    assert.equal(request.headers['x-svc-api-key'], 'k');
    assert.match(String(request.headers['user-agent']), /^svc\/9\.8\.7 /);
  });

  it('returns undefined for an empty response', async () => {
    peer.answer({ status: 204 });
    assert.equal(await api().send(WRITE), undefined);
  });

  it('retries a read after throttling and temporary failures, as late as the server demands', async () => {
    const waits: number[] = [];
    peer.answer({ status: 429, headers: { 'retry-after': '2' } }, { status: 503 }, { body: [1] });
    assert.deepEqual(await api(waits).send(READ), [1]);
    assert.equal(peer.requests.length, 3);
    assert.deepEqual([waits[0], waits.length], [2000, 2]);
  });

  it('reports the last response after the final attempt', async () => {
    peer.answer({ status: 503, headers: { 'retry-after': '1' }, body: { error: 'unavailable', message: 'Later.' } });
    const { error, message, response, exitCode } = await failure(api().send(READ));
    assert.deepEqual(
      [error, message, response?.status, response?.retryAfter, exitCode],
      ['unavailable', 'Later.', 503, 1, 1],
    );
    assert.equal(peer.requests.length, 4);
  });

  it('sends a write without an idempotency key once', async () => {
    peer.answer({ status: 503 });
    await failure(api().send(WRITE));
    assert.equal(peer.requests.length, 1);
  });

  it('retries a write with an idempotency key', async () => {
    peer.answer({ status: 502 }, { status: 201, body: { id: 1 } });
    assert.deepEqual(await api().send({ ...WRITE, idempotent: true }), { id: 1 });
    assert.deepEqual(
      peer.requests.map(({ body }) => body),
      [{ a: 1 }, { a: 1 }],
    );
  });

  it('maps each status to its exit code', async () => {
    const codes: readonly [number, number][] = [
      [400, 1],
      [401, 3],
      [403, 4],
      [404, 5],
      [409, 1],
      [500, 1],
    ];
    for (const [status, exitCode] of codes) {
      peer.answer({ status, body: { error: 'code', message: 'Text.', details: [{ path: 'a', reason: 'b' }] } });
      const refused = await failure(api().send(WRITE));
      assert.equal(refused.exitCode, exitCode);
      assert.deepEqual(refused.response?.details, [{ path: 'a', reason: 'b' }]);
    }
  });

  it('rejects a response that is not from the service', async () => {
    peer.answer({ status: 502, text: '<html>bad gateway</html>' });
    const { error, response } = await failure(api().send(WRITE));
    assert.deepEqual([error, response?.status], ['http_error', 502]);
    peer.answer({ status: 200, text: '<html>console</html>' });
    assert.equal((await failure(api().send(WRITE))).error, 'invalid_response');
  });

  it('does not send the key to the target of a redirect', async () => {
    peer.answer({ status: 307, headers: { location: `${peer.url}/elsewhere` } }, { body: {} });
    assert.equal((await failure(api().send(READ))).response?.status, 307);
    assert.equal(peer.requests.length, 1);
  });

  it('names an unreachable server without a status', async () => {
    const gone = await startPeer();
    await gone.stop();
    const io = { ...fakeIo(), fetch };
    const refused = await failure(createApi({ apiUrl: gone.url, authorize: byKey('k'), io }).send(READ));
    assert.equal(refused.error, 'unreachable');
    assert.match(refused.message, /ECONNREFUSED/);
    assert.equal(refused.response, undefined);
  });

  it('times out on a server that does not respond', async () => {
    const slow = createApi({
      apiUrl: peer.url,
      authorize: byKey('k'),
      io: { ...fakeIo(), fetch: hanging },
      timeoutMs: 20,
    });
    assert.equal((await failure(slow.send(READ))).error, 'timeout');
  });

  /** Never answers, and ends as fetch does when its signal fires. */
  function hanging(_: unknown, init?: RequestInit): Promise<Response> {
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  }

  it('sends nothing without a key', async () => {
    peer.answer({ body: {} });
    const io = { ...fakeIo(), fetch };
    const refused = await failure(createApi({ apiUrl: peer.url, authorize: byKey(undefined), io }).send(READ));
    assert.deepEqual([refused.exitCode, peer.requests.length], [3, 0]);
  });
});
