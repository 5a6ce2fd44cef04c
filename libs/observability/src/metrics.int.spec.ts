import assert from 'node:assert/strict';
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
