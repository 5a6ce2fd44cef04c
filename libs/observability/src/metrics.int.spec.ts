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
