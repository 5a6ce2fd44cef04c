import assert from 'node:assert/strict';
import type { ServiceRow } from '../services.query.js';
import type { ServiceCallsRow } from './map.query.js';
import { serviceGraph } from './service-graph.js';
import type { Target } from './targets.js';
import type { Use } from './uses.js';

const figures = { calls: 10, errors: 1, is_estimated: 0, percentiles: [1e6, 2e6] };
const call = (caller: string, callee: string, others: Partial<ServiceCallsRow> = {}): ServiceCallsRow => ({
  caller,
  callee,
  is_message: 0,
  ...figures,
  ...others,
});
const use = (service: string, type: Target['type'], name: string, more: Partial<Use & Target> = {}): Use => {
  const { system = '', isReceived = false, calls = 10 } = more;
  return { service, target: { type, system, name, isReceived }, calls, errors: 1, percentiles: [1e6, 2e6] };
};
const listed = (name: string): ServiceRow => ({
  service_name: name,
  environment_names: [],
  request_total: '5',
  error_total: '2',
  duration_total: '5000000',
  left_out_requests: 0,
  left_out_errors: 0,
  left_out_duration: 0,
  left_out_spans: 0,
  percentiles: [1e6, 3e6, 4e6],
  span_total: '7',
  latest: 0,
});

describe('serviceGraph', () => {
  it('includes the nodes that edges refer to even if nothing else is known of them', () => {
    const { nodes, edges } = serviceGraph([listed('a')], [call('a', 'b')], [use('c', 'database', 'd')]);
    assert.deepEqual(
      nodes.map(({ id, requests, p50 }) => [id, requests, p50]),
      [
        ['service:a', 5, 1],
        ['service:b', 0, undefined],
        ['service:c', 0, undefined],
        ['database:d', 10, undefined],
      ],
    );
    assert.deepEqual(edges.length, 2);
  });

  it('distinguishes equal names of different types or systems', () => {
    const uses = [use('a', 'database', 'x', { system: 'redis' }), use('a', 'database', 'x'), use('a', 'queue', 'x')];
    const { nodes } = serviceGraph([listed('x'), listed('a')], [], uses);
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['service:a', 'service:x', 'database:redis/x', 'database:x', 'queue:x'],
    );
  });

  it('does not count a call twice that a service answered', () => {
    const { edges } = serviceGraph(
      [listed('a'), listed('b')],
      [call('a', 'b')],
      [use('a', 'external', 'b', { calls: 99 })],
    );
    assert.deepEqual(
      edges.map(({ type, calls }) => [type, calls]),
      [['call', 10]],
    );
  });

  it('estimates the counts of edges from a sample', () => {
    const { edges, nodes } = serviceGraph([listed('a')], [], [use('a', 'external', 'x')], 0.25);
    assert.deepEqual([edges[0]?.calls, edges[0]?.errors, nodes[0]?.requests, nodes[1]?.requests], [40, 4, 5, 40]);
  });

  it('leaves out the direct edge of a message only if it went through a known queue', () => {
    const uses = [use('a', 'queue', 'q'), use('b', 'queue', 'q', { isReceived: true })];
    const calls = [call('a', 'b', { is_message: 1 }), call('a', 'c', { is_message: 1 }), call('a', 'b', { calls: 3 })];
    const { edges } = serviceGraph([], calls, uses);
    assert.deepEqual(
      edges.map(({ source, target, type }) => `${source} ${target} ${type}`),
      [
        'queue:q service:b message',
        'service:a queue:q message',
        'service:a service:c message',
        'service:a service:b call',
      ],
    );
  });
});
