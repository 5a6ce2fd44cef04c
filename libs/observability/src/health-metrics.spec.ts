import assert from 'node:assert/strict';
import { exposeHealth } from './health-metrics.js';
import { HealthRegistry } from './health.js';
import { createMetrics } from './metrics.js';

it('exposes the checks of all services of a process', async () => {
  const metrics = createMetrics({ isRead: false });
  const [one, other] = [new HealthRegistry(), new HealthRegistry()];
  one.add('event_log', () => Promise.resolve());
  other.add('column_store', () => Promise.reject(new Error('is away')));
  exposeHealth(metrics, one);
  exposeHealth(metrics, other);
  const text = await metrics.registry.metrics();
  assert.match(text, /^svc_health_check_passed\{check="event_log"\} 1$/m);
  assert.match(text, /^svc_health_check_passed\{check="column_store"\} 0$/m);
  other.drain();
  assert.doesNotMatch(await metrics.registry.metrics(), /column_store/);
});
