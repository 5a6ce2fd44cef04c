import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import {
  envelope,
  EVENT_ID,
  LIMITS,
  SPAN_ID,
  storedLogs,
  storedSpans,
  TIME,
  TIME_NS,
  TRACE_ID,
  translateItem,
} from './envelope.fixture.js';
import { translateSentry } from './translate.js';

const LOG_HEADER = { sdk: { name: 'sentry.javascript.node', version: '10.2.0' } };
const logs = (items: readonly unknown[], header: object = LOG_HEADER) => translateItem('log', { items }, header);
const log = (fields: object = {}) => ({ timestamp: TIME, trace_id: TRACE_ID, level: 'info', body: 'm', ...fields });
const transaction = {
  type: 'transaction',
  transaction: 'GET /',
  start_timestamp: TIME,
  timestamp: TIME,
  contexts: { trace: { trace_id: TRACE_ID, span_id: SPAN_ID } },
};

describe('logs', () => {
  it.each(['server.address', 'sentry.server.address'])('have the host that %s names', (name) => {
    const [entry] = storedLogs(logs([log({ attributes: { [name]: { value: 'web-1', type: 'string' } } })]));
    assert.equal(new Map(entry?.resource).get('host.name'), 'web-1');
    assert.equal(new Map(entry?.attributes).get(name), undefined);
  });

  it('keep their types, their trace and what describes the process', () => {
    const attributes = {
      'sentry.release': { value: 'shop@1.4.0', type: 'string' },
      'sentry.environment': { value: 'production', type: 'string' },
      'sentry.message.template': { value: 'paid %s', type: 'string' },
      'server.address': { value: 'web-1', type: 'string' },
      'os.name': { value: 'Linux', type: 'string' },
      'browser.name': { value: 'Chrome', type: 'string' },
      'user.id': { value: 'u-7', type: 'string' },
      count: { value: 3, type: 'integer' },
      ratio: { value: 0.5, type: 'double' },
      ok: { value: true, type: 'boolean' },
      list: { value: ['a', 'b'], type: 'string[]' },
    };
    const translation = logs([log({ span_id: SPAN_ID, severity_number: 10, attributes })]);
    const [entry, ...others] = storedLogs(translation);
    assert.ok(entry && others.length === 0);
    assert.deepEqual(
      [entry.body, entry.severity_number, entry.severity_text, entry.timestamp_ns],
      ['m', 10, 'info', TIME_NS],
    );
    assert.deepEqual([entry.trace_id_hex, entry.span_id_hex, entry.service_name], [TRACE_ID, SPAN_ID, 'shop']);
    assert.deepEqual(Object.fromEntries(entry.attributes), {
      'sentry.message.template': 'paid %s',
      'user_agent.name': 'Chrome',
      'user.id': 'u-7',
      count: '3',
      ratio: '0.5',
      ok: 'true',
      list: '["a","b"]',
    });
    assert.deepEqual(Object.fromEntries(entry.resource), {
      'deployment.environment.name': 'production',
      'host.name': 'web-1',
      'os.name': 'Linux',
      'service.name': 'shop',
      'service.version': 'shop@1.4.0',
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.name': 'sentry.javascript.node',
      'telemetry.sdk.version': '10.2.0',
    });
    assert.deepEqual(translation.carried, { logs: 1 });
  });

  it.each([
    ['trace', 1],
    ['debug', 5],
    ['info', 9],
    ['warn', 13],
    ['error', 17],
    ['fatal', 21],
  ])('have a severity by the level %s', (level, expected) =>
    assert.equal(storedLogs(logs([log({ level })]))[0]?.severity_number, expected),
  );

  it('of different releases have resources of their own, and keep their order otherwise', () => {
    const sent = ['a', 'b', 'a'].map((release, index) =>
      log({ body: `${release}${index}`, attributes: { 'sentry.release': { value: `${release}@1`, type: 'string' } } }),
    );
    const stored = storedLogs(logs(sent)).map(({ body, service_name: service }) => [body, service]);
    assert.deepEqual(stored, [
      ['a0', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ]);
  });

  it('name their span in an attribute, as older SDKs send them', () => {
    const attributes = { 'sentry.trace.parent_span_id': { value: SPAN_ID, type: 'string' } };
    assert.equal(storedLogs(logs([log({ attributes })]))[0]?.span_id_hex, SPAN_ID);
  });

  it('that are none are counted', () => {
    const translation = logs([log(), 7, null]);
    assert.deepEqual([translation.carried, translation.dropped], [{ logs: 1 }, { invalid_log: 2 }]);
  });
});

describe('translateSentry', () => {
  it.each([
    ['attachment', 'attachment'],
    ['session', 'session'],
    ['sessions', 'session'],
    ['profile', 'profile'],
    ['profile_chunk', 'profile'],
    ['replay_event', 'replay'],
    ['replay_recording', 'replay'],
    ['replay_video', 'replay'],
    ['statsd', 'metric'],
    ['metric_buckets', 'metric'],
    ['trace_metric', 'metric'],
    ['user_report', 'feedback'],
    ['feedback', 'feedback'],
    ['raw_security', 'security_report'],
    ['constructor', 'unknown_item'],
  ])('counts an item of the type %s without reading it', (type, reason) => {
    const { parts, dropped, carried, eventId } = translateItem(type, '{\u0000', {});
    assert.deepEqual(
      { parts, dropped, carried, eventId },
      { parts: [], dropped: { [reason]: 1 }, carried: {}, eventId: undefined },
    );
  });

  it('counts what SDKs have discarded themselves, by their reasons', () => {
    const discarded_events = [
      { reason: 'sample_rate', category: 'transaction', quantity: 3 },
      { reason: 'sample_rate', category: 'span', quantity: 9 },
      { reason: 'before_send', category: 'error', quantity: 1 },
      { reason: 'queue_overflow', category: 'log_byte', quantity: 9_000 },
      { reason: 'made up', category: 'error', quantity: 2 },
      { reason: 'before_send', category: 'error', quantity: -1 },
      { reason: 'before_send', category: 'error', quantity: 'many' },
      7,
    ];
    const { dropped } = translateItem('client_report', { timestamp: TIME, discarded_events });
    assert.deepEqual(dropped, { client_sample_rate: 12, client_before_send: 1, client_other: 2 });
  });

  it('answers with the ID of the envelope, otherwise with that of its event', () => {
    const item = { event_id: '12c2d058-d584-4270-9aa2-eca08bf20986', message: 'x' };
    assert.equal(translateItem('event', item).eventId, EVENT_ID);
    assert.equal(translateItem('event', item, {}).eventId, '12c2d058d58442709aa2eca08bf20986');
    assert.equal(translateItem('event', { message: 'x' }, {}).eventId, undefined);
  });

  it('gives each signal a request of its own', () => {
    const items = [
      [{ type: 'event' }, { message: 'x' }],
      [{ type: 'attachment', filename: 'a.txt' }, 'line\nline\r\n'],
      [{ type: 'transaction' }, transaction],
      [{ type: 'log' }, { items: [log()] }],
    ] as const;
    const translation = translateSentry('envelope', envelope(items), LIMITS);
    assert.deepEqual(
      translation.parts.map(({ signal }) => signal),
      ['logs', 'traces'],
    );
    assert.deepEqual(translation.carried, { messages: 1, spans: 1, logs: 1 });
    assert.deepEqual(translation.dropped, { attachment: 1 });
    assert.deepEqual([storedLogs(translation).length, storedSpans(translation).length], [2, 1]);
  });

  it('reads the single event that older SDKs store', () => {
    const store = (event: object) =>
      translateSentry('store', Buffer.from(JSON.stringify({ event_id: EVENT_ID, ...event })), LIMITS);
    const stored = store({ message: 'x', timestamp: TIME });
    assert.deepEqual([storedLogs(stored)[0]?.body, stored.eventId], ['x', EVENT_ID]);
    assert.equal(storedSpans(store(transaction))[0]?.name, 'GET /');
  });

  it.each<[string, string | Buffer, string]>([
    ['a body that is no object', '[]', 'body'],
    ['a body that is no JSON', '{', 'body'],
    ['a body that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'body'],
    ['a body that is nested too deep', `{"extra":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'body'],
  ])('refuses %s by its name', (_, body, path) => {
    assert.throws(
      () => translateSentry('store', Buffer.from(body), LIMITS),
      (error) => error instanceof ServiceError && error.code === 'invalid_request' && error.details[0]?.path === path,
    );
  });

  it('refuses the payload of an item that is no object by the place of the item', () => {
    const body = envelope([
      [{ type: 'attachment' }, 'x'],
      [{ type: 'event' }, '[1]'],
    ]);
    assert.throws(
      () => translateSentry('envelope', body, LIMITS),
      (error) => error instanceof ServiceError && error.message === 'items[1]: must be an object',
    );
  });

  const tooLarge = (error: unknown) => error instanceof ServiceError && error.code === 'payload_too_large';

  it('stops when a small envelope stands for a large one, and repeats no more than names of its header', () => {
    const name = 'n'.repeat(LIMITS.maxBytes / 4);
    const header = { sdk: { name, version: name }, trace: { release: name, environment: name } };
    const hosts = (count: number, release: string) =>
      envelope(
        Array.from({ length: count }, (_, index) => [
          { type: 'event' },
          { message: 'm', server_name: `h${index}`, release },
        ]),
        header,
      );
    const { parts } = translateSentry('envelope', hosts(100, ''), LIMITS);
    assert.ok((parts[0]?.body.byteLength ?? Infinity) < 150_000);
    assert.throws(() => translateSentry('envelope', hosts(3, `${name}@1`), LIMITS), tooLarge);
  });

  it('refuses more items, attributes and bytes than a request may have', () => {
    const extra = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`e${index}`, index]));
    const sent = envelope([[{ type: 'event' }, { message: 'x', extra }]]);
    translateSentry('envelope', sent, LIMITS);
    assert.throws(() => translateSentry('envelope', sent, { ...LIMITS, maxItems: 100 }), tooLarge);
    assert.throws(() => translateSentry('envelope', sent, { ...LIMITS, maxBytes: 1_000 }), tooLarge);
    const frames = Array.from({ length: 200 }, () => ({ function: 'f' }));
    const deep = envelope([[{ type: 'event' }, { exception: [{ type: 'E', stacktrace: { frames } }] }]]);
    assert.throws(() => translateSentry('envelope', deep, { ...LIMITS, maxItems: 100 }), tooLarge);
  });
});
