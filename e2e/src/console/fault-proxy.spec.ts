import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { FaultProxy } from '../fault-proxy.js';
import { theService } from '../topology.js';

const PATH = '/openapi.json';

describe('the proxy with faults', () => {
  let proxy: FaultProxy;
  beforeEach(async () => {
    proxy = await FaultProxy.start(theService().httpUrl);
  });
  afterEach(() => proxy.stop());

  const request = async (path = PATH) => {
    const answer = await fetch(proxy.origin + path);
    return { status: answer.status, text: await answer.text() };
  };

  it('forwards requests, and notes them', async () => {
    const direct = await fetch(theService().httpUrl + PATH);
    assert.deepEqual(await request(), { status: 200, text: await direct.text() });
    assert.deepEqual(
      proxy.requests.map(({ method, path, status }) => [method, path, status]),
      [['GET', PATH, 200]],
    );
  });

  it('answers matching requests with a status until it is healed', async () => {
    proxy.fail(({ path }) => path === PATH, {
      status: 503,
      headers: { 'retry-after': '1' },
      body: '{"error":"unavailable"}',
    });
    assert.deepEqual(await request(), { status: 503, text: '{"error":"unavailable"}' });
    assert.equal((await request('/health/live')).status, 200);
    proxy.heal();
    assert.equal((await request()).status, 200);
  });

  it('closes connections before, after and within an answer', async () => {
    for (const fault of ['cut', 'forget', { cutAfterBytes: 1_000 }] as const) {
      proxy.fail(() => true, fault);
      await assert.rejects(request(), JSON.stringify(fault));
    }
    assert.deepEqual(
      proxy.requests.map(({ status }) => status),
      [0, 200, 200],
    );
  });

  it('cuts an answer that is on its way, and counts those that are', async () => {
    proxy.fail(() => true, { delayMs: 1_000 });
    const answer = request();
    await eventually('the request has arrived', () =>
      Promise.resolve(proxy.countOpen(({ path }) => path === PATH) === 1),
    );
    proxy.cut(({ path }) => path !== PATH);
    assert.equal(
      proxy.countOpen(() => true),
      1,
    );
    proxy.cut(({ path }) => path === PATH);
    await assert.rejects(answer);
    await eventually('no answer is on its way', () => Promise.resolve(proxy.countOpen(() => true) === 0));
  });

  it('forwards later', async () => {
    proxy.fail(() => true, { delayMs: 300 });
    const start = performance.now();
    assert.equal((await request()).status, 200);
    assert.ok(performance.now() - start >= 300);
  });
});
