import assert from 'node:assert/strict';
import { encodeWrite, readPoints } from '../testing/index.js';
import { translateRemoteWrite } from '../translate.js';

const [UNKNOWN, COUNTER, GAUGE, HISTOGRAM, GAUGE_HISTOGRAM, SUMMARY, INFO, STATE_SET] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** Type, name, kind, unit, and another label if the series has one. */
const CASES: [type: number, name: string, kind: 'sum' | 'gauge', unit: string, label?: string][] = [
  [UNKNOWN, 'http_requests_total', 'sum', ''],
  [UNKNOWN, 'cpu_seconds_total', 'sum', 's'],
  [UNKNOWN, 'temperature_celsius', 'gauge', 'Cel'],
  [UNKNOWN, 'up', 'gauge', ''],
  [UNKNOWN, 'seconds', 'gauge', 's'],
  [UNKNOWN, 'latency_seconds_bucket', 'sum', '', 'le'],
  [UNKNOWN, 'latency_seconds_bucket', 'gauge', ''],
  [UNKNOWN, 'latency_seconds_sum', 'sum', 's'],
  [UNKNOWN, 'latency_seconds_count', 'sum', ''],
  [UNKNOWN, 'latency_seconds', 'gauge', 's', 'quantile'],
  [UNKNOWN, 'latency_seconds_created', 'gauge', ''],
  [UNKNOWN, 'disk_used_bytes', 'gauge', 'By'],
  [UNKNOWN, 'hit_ratio', 'gauge', '1'],
  [99, 'jobs_total', 'sum', ''],
  [COUNTER, 'jobs', 'sum', ''],
  [COUNTER, 'jobs_created', 'gauge', ''],
  [GAUGE, 'jobs_total', 'gauge', ''],
  [GAUGE, 'nodes_count', 'gauge', ''],
  [HISTOGRAM, 'latency_seconds_bucket', 'sum', '', 'le'],
  [HISTOGRAM, 'latency_seconds_sum', 'sum', 's'],
  [HISTOGRAM, 'latency_seconds', 'gauge', 's'],
  [GAUGE_HISTOGRAM, 'sizes_bucket', 'gauge', '', 'le'],
  [SUMMARY, 'latency_seconds', 'gauge', 's', 'quantile'],
  [SUMMARY, 'latency_seconds_count', 'sum', ''],
  [INFO, 'build_info', 'gauge', ''],
  [STATE_SET, 'state', 'gauge', ''],
];

const read = (name: string, rest: object, label?: string) => {
  const labels = { __name__: name, ...(label !== undefined && { [label]: '0.5' }) };
  const body = encodeWrite(2, [{ labels, samples: [{ value: 1, timestamp: 1 }], ...rest }]);
  return readPoints(translateRemoteWrite(2, body, { maxBytes: 10_000, maxItems: 10 }).body)[0];
};

it.each(CASES)('reads type %i of %s as %s in %j', (...[type, name, kind, unit, label]) => {
  const point = read(name, { type }, label);
  assert.deepEqual([point?.kind, point?.['unit'] ?? ''], [kind, unit]);
});

it.each([
  ['seconds', 'latency_seconds', 's'],
  ['bytes', 'size', 'By'],
  ['ms', 'latency', 'ms'],
  ['widgets', 'made_seconds', 'widgets'],
  ['seconds', 'latency_seconds_count', ''],
])('reads the unit %s of %s as %j', (unit, name, expected) => {
  assert.equal(read(name, { unit })?.['unit'] ?? '', expected);
});
