import assert from 'node:assert/strict';
import { HealthRegistry } from './health.js';
import { createMetrics, startMetricsServer } from './metrics.js';

it('serves only metrics on the port of metrics', async () => {
  const metrics = createMetrics();
  metrics.counter('svc_requests_total', 'requests', ['route']).inc({ route: '/api/v1/logs' }, 3);
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    assert.match(await answer.text(), /svc_requests_total\{route="\/api\/v1\/logs"\} 3/);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/`)).status, 404);
  } finally {
    await server.stop();
  }
});

it('gives metrics only to scrapers with the token, and needs one beyond this machine', async () => {
  const metrics = createMetrics();
  await assert.rejects(startMetricsServer(metrics, { host: '0.0.0.0', port: 0 }), /SVC_METRICS_TOKEN is required/);
  const server = await startMetricsServer(metrics, { host: '0.0.0.0', port: 0, token: 'token of scrapers' });
  try {
    const scrape = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).status;
    assert.equal(await scrape({}), 401);
    assert.equal(await scrape({ authorization: 'Bearer a guess' }), 401);
    assert.equal(await scrape({ authorization: 'Bearer token of scrapers' }), 200);
  } finally {
    await server.stop();
  }
});

it('answers probes without the token, and is ready between start and stop while its stores respond', async () => {
  let isStarted = false;
  let isStoreReachable = true;
  const health = new HealthRegistry({ cacheMs: 0 });
  health.add('store', () =>
    isStoreReachable ? Promise.resolve() : Promise.reject(new Error('password of the store')),
  );
  const server = await startMetricsServer(createMetrics(), {
    host: '0.0.0.0',
    port: 0,
    token: 'token of scrapers',
    probes: { isStarted: () => isStarted, health },
  });
  const probe = async (name: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${server.port}/health/${name}`)).status;
  const probeAll = (): Promise<number[]> => Promise.all(['live', 'startup', 'ready'].map(probe));
  try {
    assert.deepEqual(await probeAll(), [200, 503, 503]);
    isStarted = true;
    assert.deepEqual(await probeAll(), [200, 200, 200]);
    isStoreReachable = false;
    const answer = await fetch(`http://127.0.0.1:${server.port}/health/ready`);
    assert.deepEqual(await answer.json(), { status: 'unavailable', checks: { store: false } });
    assert.deepEqual(await probeAll(), [200, 200, 503]);
    isStoreReachable = true;
    health.drain();
    assert.deepEqual(await probeAll(), [200, 200, 503]);
    assert.equal(await probe('other'), 401);
  } finally {
    await server.stop();
  }
});

it('serves all other metrics while one cannot be read', async () => {
  const metrics = createMetrics({ isRead: false });
  let isAway = false;
  const read = () => (isAway ? Promise.reject(new Error('the store is away')) : Promise.resolve());
  metrics.gauge('svc_lag', 'lag', [], async (gauge) => {
    await read();
    gauge.set(7);
  });
  metrics.gauge('svc_lag_of', 'lag', ['topic'], async (gauge) => {
    await read();
    gauge.set({ topic: 'logs' }, 7);
  });
  metrics.counter('svc_requests_total', 'requests').inc();
  assert.match(await metrics.registry.metrics(), /^svc_lag 7$[^]*^svc_lag_of\{topic="logs"\} 7$/m);
  isAway = true;
  const text = await metrics.registry.metrics();
  assert.match(text, /^svc_requests_total 1$/m);
  assert.doesNotMatch(text, /^svc_lag/m);
});
