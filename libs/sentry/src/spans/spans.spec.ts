import assert from 'node:assert/strict';
import { EVENT_ID, SPAN_ID, storedSpans, TIME, TIME_NS, TRACE_ID, translateItem } from '../envelope.fixture.js';

const CHILD = '1111111111111111';
const [START, END] = [TIME, TIME + 0.5];
const END_NS = '1768469400750000000';

/** A transaction as the SDK for Node sends it. */
const TRANSACTION = {
  type: 'transaction',
  event_id: EVENT_ID,
  platform: 'node',
  sdk: { name: 'sentry.javascript.node', version: '10.2.0' },
  release: 'shop@1.4.0',
  environment: 'production',
  transaction: 'GET /cart/:id',
  transaction_info: { source: 'route' },
  start_timestamp: START,
  timestamp: END,
  tags: { plan: 'pro' },
  user: { id: 'u-7' },
  measurements: { memory: { value: 12.5, unit: 'megabyte' }, count: { value: 3, unit: 'none' } },
  contexts: {
    trace: {
      trace_id: TRACE_ID,
      span_id: SPAN_ID,
      parent_span_id: '2222222222222222',
      op: 'http.server',
      status: 'ok',
      origin: 'auto.http.otel.http',
      data: { 'http.request.method': 'GET', 'http.response.status_code': 200, 'otel.kind': 'SERVER' },
      links: [
        { trace_id: 'f'.repeat(32), span_id: 'e'.repeat(16), attributes: { 'sentry.link.type': 'previous_trace' } },
        {},
      ],
    },
  },
  spans: [
    {
      trace_id: TRACE_ID,
      span_id: CHILD,
      parent_span_id: SPAN_ID,
      op: 'db',
      description: 'select * from cart where id = $1',
      start_timestamp: START,
      timestamp: END,
      status: 'internal_error',
      data: { 'db.system': 'postgresql', 'db.collection.name': 'cart', nested: { a: 1 } },
      exclusive_time: 500,
    },
  ],
};
const of = (fields: object) => ({
  trace_id: TRACE_ID,
  span_id: CHILD,
  start_timestamp: START,
  timestamp: END,
  ...fields,
});
const child = (fields: object) => {
  const [, span] = storedSpans(translateItem('transaction', { ...TRANSACTION, spans: [of(fields)] }));
  assert.ok(span);
  return span;
};

describe('a transaction', () => {
  const translation = translateItem('transaction', TRANSACTION);
  const [root, query, ...others] = storedSpans(translation);

  it('is the root of its spans', () => {
    assert.ok(root && others.length === 0);
    const { traceId, spanId, parentSpanId, name, kind, start, end, status } = root;
    assert.deepEqual(
      { traceId, spanId, parentSpanId, name, kind, start, end, status },
      {
        traceId: TRACE_ID,
        spanId: SPAN_ID,
        parentSpanId: '2222222222222222',
        name: 'GET /cart/:id',
        kind: 2,
        start: TIME_NS,
        end: END_NS,
        status: { code: 1 },
      },
    );
    assert.deepEqual(root.attributes, {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'sentry.event_id': EVENT_ID,
      'sentry.origin': 'auto.http.otel.http',
      'sentry.span.source': 'route',
      'sentry.measurement.memory': 12.5,
      'sentry.measurement.memory.unit': 'megabyte',
      'sentry.measurement.count': 3,
      'user.id': 'u-7',
      plan: 'pro',
      'sentry.op': 'http.server',
    });
    assert.equal(root.resource['service.name'], 'shop');
    assert.deepEqual(
      root.links.map(({ traceId: linked }) => linked.toString('hex')),
      ['f'.repeat(32)],
    );
    assert.deepEqual(translation.carried, { spans: 2 });
  });

  it('has spans with the command and the table of a query as their names', () => {
    assert.ok(query);
    const { spanId, parentSpanId, name, kind, status, attributes } = query;
    assert.deepEqual([spanId, parentSpanId, name, kind], [CHILD, SPAN_ID, 'SELECT cart', 3]);
    assert.deepEqual(status, { code: 2, message: 'internal_error' });
    assert.deepEqual(attributes, {
      'db.system': 'postgresql',
      'db.collection.name': 'cart',
      'nested.a': 1,
      'sentry.exclusive_time': 500,
      'db.query.text': 'select * from cart where id = $1',
      'sentry.op': 'db',
    });
    assert.deepEqual(query.resource, root?.resource);
  });

  it('is counted, as are its spans, if an ID or a time is missing', () => {
    const spans = [of({}), of({ span_id: 'x' }), of({ timestamp: null }), of({ trace_id: '0'.repeat(32) }), 7];
    const { dropped, carried } = translateItem('transaction', { ...TRANSACTION, timestamp: 'soon', spans });
    assert.deepEqual([dropped, carried], [{ invalid_span: 5 }, { spans: 1 }]);
  });

  it('of a page has its Web Vitals', () => {
    const measurements = { lcp: { value: 1204.5, unit: 'millisecond' }, cls: { value: 0.02, unit: '' } };
    const trace = { trace_id: TRACE_ID, span_id: SPAN_ID, op: 'pageload' };
    const [span] = storedSpans(
      translateItem('transaction', { ...TRANSACTION, measurements, contexts: { trace }, spans: [] }),
    );
    assert.equal(span?.kind, 1);
    assert.equal(span.attributes['sentry.measurement.lcp'], 1204.5);
    assert.equal(span.attributes['sentry.measurement.lcp.unit'], 'millisecond');
    assert.equal(span.attributes['sentry.measurement.cls.unit'], undefined);
  });
});

describe('the sampling context of an envelope', () => {
  it.each<[unknown, string]>([
    ['0.25', 'ot=th:c'],
    [0.5, 'ot=th:8'],
    ['0.1', 'ot=th:e6666666666668'],
    ['0.001', 'ot=th:ffbe76c8b43958'],
    ['1.0', ''],
    ['0', ''],
    ['1e-30', ''],
    ['x', ''],
    [undefined, ''],
  ])('becomes the trace state of all spans: %s', (rate, expected) => {
    const header = { event_id: EVENT_ID, trace: { trace_id: TRACE_ID, sample_rate: rate } };
    const states = storedSpans(translateItem('transaction', TRANSACTION, header)).map(({ traceState }) => traceState);
    assert.deepEqual(states, [expected, expected]);
    const span = { trace_id: TRACE_ID, span_id: SPAN_ID, name: 'x', start_timestamp: START, end_timestamp: END };
    assert.equal(storedSpans(translateItem('span', { items: [span] }, header))[0]?.traceState, expected);
    assert.equal(storedSpans(translateItem('span', of({}), header))[0]?.traceState, expected);
  });
});

describe('a span', () => {
  it.each<[string, object, string, object]>([
    [
      'a request',
      { op: 'http.client', description: 'POST https://api.example/pay?x=1' },
      'POST',
      { 'http.request.method': 'POST', 'url.full': 'https://api.example/pay?x=1' },
    ],
    ['a command', { op: 'db.redis', description: 'GET cart:7' }, 'GET', { 'db.query.text': 'GET cart:7' }],
    [
      'a summary',
      { op: 'db', description: 'SELECT 1', data: { 'db.query.summary': 'SELECT one' } },
      'SELECT one',
      { 'db.query.text': 'SELECT 1' },
    ],
    ['a query without a command', { op: 'db.mongo', description: '{"find":1}' }, 'db.mongo', {}],
    ['a description', { op: 'ui.react.render', description: '<Cart>' }, '<Cart>', {}],
    ['an operation alone', { op: 'function' }, 'function', {}],
    ['nothing', {}, 'default', {}],
  ])('is named by %s', (_, fields, name, attributes) => {
    const span = child(fields);
    assert.equal(span.name, name);
    for (const [key, value] of Object.entries(attributes)) assert.equal(span.attributes[key], value, key);
  });

  it.each<[string, object, number]>([
    ['http.server', {}, 2],
    ['http.client', {}, 3],
    ['db.sql.query', {}, 3],
    ['dbase', {}, 1],
    ['queue.publish', {}, 4],
    ['queue.process', {}, 5],
    ['http.client', { data: { 'otel.kind': 'INTERNAL' } }, 1],
    ['ui.load', {}, 1],
  ])('has a kind by the operation %s', (op, fields, kind) => assert.equal(child({ op, ...fields }).kind, kind));

  it.each<[string, string, object | undefined, string | undefined]>([
    ['ok', 'http.client', { code: 1 }, undefined],
    ['not_found', 'http.client', { code: 2, message: 'not_found' }, undefined],
    ['not_found', 'http.server', undefined, 'not_found'],
    ['internal_error', 'http.server', { code: 2, message: 'internal_error' }, undefined],
    ['cancelled', 'http.client', undefined, 'cancelled'],
    ['error', 'function', { code: 2 }, undefined],
  ])('has a status by %s of %s', (status, op, expected, attribute) => {
    const span = child({ status, op });
    assert.deepEqual([span.status, span.attributes['sentry.status']], [expected, attribute]);
  });

  it('does not end before its start', () => {
    const { start, end } = child({ start_timestamp: END, timestamp: START });
    assert.deepEqual([start, end], [END_NS, END_NS]);
  });

  it('is read in the second version of the protocol', () => {
    const attributes = {
      'sentry.op': { type: 'string', value: 'http.server' },
      'sentry.release': { type: 'string', value: 'shop@1.0.0' },
      'sentry.sdk.name': { type: 'string', value: 'sentry.php' },
      'http.response.status_code': { type: 'integer', value: 200 },
    };
    const link = {
      trace_id: TRACE_ID,
      span_id: SPAN_ID,
      attributes: { 'sentry.link.type': { type: 'string', value: 'x' } },
    };
    const items = [
      {
        trace_id: TRACE_ID,
        span_id: SPAN_ID,
        name: 'GET /users',
        status: 'ok',
        is_segment: true,
        start_timestamp: START,
        end_timestamp: END,
        attributes,
        links: [link],
      },
      {
        trace_id: TRACE_ID,
        span_id: CHILD,
        parent_span_id: SPAN_ID,
        name: 'app.handle',
        status: 'error',
        start_timestamp: START,
        end_timestamp: END,
      },
      { trace_id: TRACE_ID },
    ];
    const translation = translateItem('span', { items }, {});
    const [segment, inner] = storedSpans(translation);
    assert.deepEqual(
      [segment?.name, segment?.kind, segment?.status, segment?.end],
      ['GET /users', 2, { code: 1 }, END_NS],
    );
    assert.deepEqual(segment?.attributes, { 'sentry.op': 'http.server', 'http.response.status_code': 200 });
    assert.deepEqual(segment.resource, {
      'service.name': 'shop',
      'service.version': 'shop@1.0.0',
      'telemetry.sdk.name': 'sentry.php',
      'telemetry.sdk.language': 'php',
    });
    assert.equal(segment.links.length, 1);
    assert.deepEqual([inner?.name, inner?.parentSpanId, inner?.status], ['app.handle', SPAN_ID, { code: 2 }]);
    assert.deepEqual([translation.dropped, translation.carried], [{ invalid_span: 1 }, { spans: 2 }]);
  });

  it('is read alone in the form that it has inside of a transaction, as browsers send it', () => {
    const data = { 'sentry.release': 'web@1', 'user_agent.original': 'x' };
    const header = { sdk: { name: 'sentry.javascript.browser', version: '10' } };
    const span = of({
      op: 'ui.interaction.click',
      description: 'button',
      data,
      measurements: { inp: { value: 80, unit: 'millisecond' } },
    });
    const [stored] = storedSpans(translateItem('span', span, header));
    assert.deepEqual([stored?.name, stored?.attributes['sentry.measurement.inp']], ['button', 80]);
    assert.deepEqual([stored?.resource['service.name'], stored?.resource['telemetry.sdk.language']], ['web', 'webjs']);
  });
});
