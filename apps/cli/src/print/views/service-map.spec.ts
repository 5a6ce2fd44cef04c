import assert from 'node:assert/strict';
import type { JsonObject } from '../../runtime/values/json.js';
import { createColors } from '../layout/colors.js';
import { printServiceMap } from './service-map.js';

const page = { width: undefined, colors: createColors(false) };
const edge = (source: string, target: string, type: string) => ({
  source,
  target,
  type,
  call_count: 1200,
  error_count: 12,
  error_rate: 0.01,
  p50_duration_ms: 1.5,
  p95_duration_ms: 20,
});
const answer: JsonObject = {
  nodes: [
    { id: 'service:shop', type: 'service', name: 'shop' },
    { id: 'service:lonely', type: 'service', name: 'lonely\u001b[31m' },
    { id: 'database:postgresql/orders', type: 'database', name: 'orders', system: 'postgresql' },
  ],
  edges: [edge('service:shop', 'database:postgresql/orders', 'database')],
  sampled: false,
  truncated: false,
};

describe('printServiceMap', () => {
  it('shows the calls and the services without calls', () => {
    const text = printServiceMap(answer, page);
    assert.match(
      text,
      /^FROM +TO +TYPE +CALLS +ERRORS +P50 +P95\nshop +orders \(postgresql\) +database +1,200 +1 % +1\.5 ms +20 ms\n/,
    );
    assert.match(text, /\nWithout calls: lonely/);
    assert.ok(!text.includes('\u001b') && !text.includes('estimates'));
  });

  it('marks an estimated, truncated or empty map', () => {
    assert.match(printServiceMap({ ...answer, sampled: true, estimated: true }, page), /rare calls[^]*estimates/);
    assert.match(printServiceMap({ ...answer, truncated: true }, page), /more calls/);
    assert.equal(printServiceMap({ nodes: [], edges: [] }, page), 'No services in this window.\n');
  });
});
