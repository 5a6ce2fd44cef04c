import assert from 'node:assert/strict';
import { translateLabel, translateName } from './names.js';

const CASES: readonly [kind: 'counter' | 'gauge' | 'other', name: string, unit: string, translated: string][] = [
  ['gauge', 'system.memory.usage', 'By', 'system_memory_usage_bytes'],
  ['gauge', 'system.cpu.utilization', '1', 'system_cpu_utilization_ratio'],
  ['counter', 'http.requests', '{request}', 'http_requests_total'],
  ['counter', 'total.jobs', '', 'jobs_total'],
  ['counter', 'cpu_seconds_total', 's', 'cpu_seconds_total'],
  ['other', 'http.server.duration', 'ms', 'http_server_duration_milliseconds'],
  ['other', 'latency_seconds', 's', 'latency_seconds'],
  ['gauge', 'network.rate', 'By/s', 'network_rate_bytes_per_second'],
  ['gauge', 'packets', '{packet}/s', 'packets_per_second'],
  ['gauge', 'speed', 'm/s', 'speed_meters_per_second'],
  ['gauge', '5xx', '', '_5xx'],
  ['gauge', 'a..b--c', 'widgets', 'a_b_c_widgets'],
  ['gauge', 'job:rate', '', 'job:rate'],
  ['other', 'ratio', '1', 'ratio'],
];

it.each(CASES)('translates a %s %s in %j to %s', (kind, name, unit, translated) => {
  assert.equal(translateName({ name, unit, isGauge: kind === 'gauge', isCounter: kind === 'counter' }), translated);
});

it.each([
  ['http.method', 'http_method'],
  ['k8s.pod/name', 'k8s_pod_name'],
  ['_hidden', '_hidden'],
  ['2xx', 'key_2xx'],
])('translates the attribute %s to %s', (name, translated) => {
  assert.equal(translateLabel(name), translated);
});
