import assert from 'node:assert/strict';
import type { ServiceMapEdge, ServiceMapNode } from '../../../gen/api.js';
import { describeEdge, describeNode, describeType } from './describe.js';
import { connectionsOf, toEdgeQuery, toNode } from './edge-query.js';
import { nextNode, readingOrder } from './next-node.js';
import { shortName } from './short-name.js';
import { MAX_EDGES, MAX_NODES, toShownMap } from './shown-map.js';

const node = (type: string, name: string, more: Partial<ServiceMapNode> = {}): ServiceMapNode => ({
  id: `${type}:${name}`,
  type,
  name,
  request_count: 10,
  error_count: 1,
  error_rate: 0.1,
  ...more,
});
const edge = (source: string, target: string, calls = 1): ServiceMapEdge => ({
  source,
  target,
  type: 'call',
  call_count: calls,
  error_count: 0,
  error_rate: 0,
  p50_duration_ms: 1,
  p95_duration_ms: 12,
});

describe('traces of a connection', () => {
  it('are those of the called service in which the caller takes part', () =>
    assert.deepEqual(toEdgeQuery(node('service', 'web'), node('service', 'cart')), {
      service: 'cart',
      through: 'web',
    }));

  it('have a span of the service with the name of the database, queue or host', () => {
    const cart = node('service', 'cart');
    assert.deepEqual(toEdgeQuery(cart, node('database', 'my sessions', { system: 'redis' })), {
      q: 'service:cart AND (db.namespace:"my sessions" OR db.name:"my sessions" OR db.instance:"my sessions")',
    });
    assert.match(
      toEdgeQuery(node('queue', 'orders'), cart).q ?? '',
      /^service:cart AND \(messaging\.destination\.template:orders OR /,
    );
    assert.match(toEdgeQuery(cart, node('external', 'mail.example:587')).q ?? '', /server\.address:mail\.example OR/);
  });

  it('are found by the system where the target has no name, and by the service alone without both', () => {
    const cart = node('service', 'cart');
    assert.equal(
      toEdgeQuery(cart, node('database', '', { system: 'redis' })).q,
      'service:cart AND (db.system.name:redis OR db.system:redis)',
    );
    assert.deepEqual(toEdgeQuery(cart, node('queue', '(temporary)')), { service: 'cart' });
  });
});

describe('the map that is shown', () => {
  it('has everything of a usual map', () => {
    const nodes = [node('service', 'a'), node('database', 'b/c')];
    const edges = [edge('service:a', 'database:b/c'), edge('service:a', 'service:gone')];
    assert.deepEqual(toShownMap({ nodes, edges }), {
      nodes,
      edges: [edges[0]],
      links: [[0, 1]],
      leftNodes: 0,
      leftEdges: 1,
    });
  });

  it('has the busiest parts of a larger one', () => {
    const nodes = Array.from({ length: MAX_NODES + 50 }, (_, nth) =>
      node('service', String(nth), { request_count: nth }),
    );
    const edges = Array.from({ length: MAX_EDGES + 7 }, (_, nth) => edge('service:349', 'service:348', nth));
    const shown = toShownMap({ nodes, edges });
    assert.deepEqual([shown.leftNodes, shown.leftEdges], [50, 7]);
    assert.equal(Math.min(...shown.nodes.map(({ request_count: count }) => count)), 50);
    assert.equal(Math.min(...shown.edges.map(({ call_count: count }) => count)), 7);
  });
});

describe('words for parts of the map', () => {
  it('say the type with the system', () => {
    assert.equal(describeType(node('database', 'a', { system: 'postgresql' })), 'database, postgresql');
    assert.equal(describeType(node('external', 'a')), 'external host');
  });

  it('say the figures', () => {
    assert.equal(describeNode(node('service', 'a', { p95_duration_ms: 12 })), '10 requests, 10% failed, P95 12 ms');
    assert.equal(describeNode(node('queue', 'a', { request_count: 1 })), '1 call, 10% failed');
    assert.equal(describeEdge(edge('a', 'b', 1234)), '1,234 calls, 0 failed, P95 12 ms');
  });

  it('cut long names, and name characters that hide', () => {
    assert.equal(shortName('payments-gateway', 8), 'payment…');
    assert.equal(shortName('a\u202Eb', 20), 'a[RLO]b');
  });

  it('find a node that was left out by its ID', () => {
    const { type, name } = toNode([], 'database:postgresql/a:b');
    assert.deepEqual([type, name], ['database', 'postgresql/a:b']);
  });

  it('tell callers from callees', () => {
    const edges = [edge('a', 'b'), edge('b', 'c'), edge('b', 'b')];
    assert.deepEqual(connectionsOf(edges, 'b'), { callers: [edges[0]], callees: [edges[1], edges[2]] });
  });
});

describe('keys in the map', () => {
  const corners = [
    { x: 0, y: 34 },
    { x: 288, y: 0 },
    { x: 288, y: 68 },
    { x: 576, y: 0 },
  ];

  it('lead to the nearest node of the direction', () => {
    assert.deepEqual(
      [
        nextNode(corners, 0, 'ArrowRight'),
        nextNode(corners, 1, 'ArrowDown'),
        nextNode(corners, 2, 'ArrowUp'),
        nextNode(corners, 3, 'ArrowLeft'),
      ],
      [1, 2, 1, 1],
    );
  });

  it('lead nowhere at the edge, and other keys do nothing', () => {
    assert.deepEqual(
      [nextNode(corners, 0, 'ArrowLeft'), nextNode(corners, 3, 'ArrowDown'), nextNode(corners, 0, 'x')],
      [undefined, undefined, undefined],
    );
  });

  it('begin at the left, column by column', () => assert.deepEqual(readingOrder(corners), [0, 1, 2, 3]));
});
