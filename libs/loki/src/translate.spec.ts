import assert from 'node:assert/strict';
import type { LogEntry } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { block, json, LIMITS, protobufPush, readPush, RECEIVED_AT_NS as NOW } from './push.fixture.js';
import { translateLokiPush } from './translate.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const push = (stream: unknown, ...values: unknown[]) => json({ streams: [{ stream, values }] });
const refusal = (format: 'json' | 'protobuf', body: Buffer, limits = LIMITS): ServiceError => {
  try {
    translateLokiPush(format, body, limits);
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return error;
  }
  throw new Error('not refused');
};

type Fields = Partial<Record<keyof LogEntry, unknown>>;

/** One line with labels and metadata, and what is stored of it. */
const cases: readonly [string, Record<string, string>, Record<string, string> | undefined, Fields][] = [
  [
    'labels as attributes of the resource',
    { env: 'prod', region: 'eu' },
    undefined,
    { service_name: '', resource: Object.entries({ env: 'prod', region: 'eu' }), attributes: [] },
  ],
  [
    'structured metadata as attributes of the record',
    { service_name: 'shop' },
    { user: 'ada', pod: 'shop-1' },
    { service_name: 'shop', attributes: Object.entries({ pod: 'shop-1', user: 'ada' }) },
  ],
  ['the service by the first label of Loki’s order', { job: 'j', container: 'c', app: 'a' }, {}, { service_name: 'a' }],
  ['the service by a label before app', { app: 'a', service: 's' }, {}, { service_name: 's' }],
  ['no service of an empty label', { app: '', job: 'j' }, {}, { service_name: 'j' }],
  [
    'names of attributes that Loki has made labels of',
    { service_name: 'shop', service_namespace: 'eu', k8s_pod_name: 'shop-1' },
    {},
    { resource: Object.entries({ 'k8s.pod.name': 'shop-1', 'service.name': 'shop', 'service.namespace': 'eu' }) },
  ],
  [
    'the level of a label, which is none of the resource',
    { app: 'shop', level: 'warn' },
    {},
    { severity_text: 'warn', severity_number: 13, resource: Object.entries({ app: 'shop', 'service.name': 'shop' }) },
  ],
  ['the level of metadata before that of a label', { level: 'info' }, { severity: 'ERROR' }, { severity_number: 17 }],
  ['the level before what was detected', {}, { detected_level: 'info', level: 'fatal' }, { severity_text: 'fatal' }],
  [
    'the trace context',
    {},
    { trace_id: TRACE.toUpperCase(), span_id: SPAN, user: 'ada' },
    { trace_id_hex: TRACE, span_id_hex: SPAN, attributes: [['user', 'ada']] },
  ],
  [
    'an id of another form as an attribute',
    {},
    { traceID: 'b3', spanId: SPAN },
    { trace_id_hex: '0'.repeat(32), span_id_hex: SPAN, attributes: [['traceID', 'b3']] },
  ],
];

describe('translateLokiPush', () => {
  for (const [name, labels, metadata, expected] of cases) {
    it(`translates ${name}`, () => {
      const line = 'GET /cart "200" ü';
      const text = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const bodies = [
        ['json', push(labels, metadata ? [String(NOW), line, metadata] : [String(NOW), line])],
        ['protobuf', protobufPush(`{${text.join(', ')}}`, [{ time: NOW, line, ...(metadata && { metadata }) }])],
      ] as const;
      for (const [format, body] of bodies) {
        const [stored, ...others] = readPush(format, body);
        assert.ok(stored && others.length === 0, format);
        assert.deepEqual([stored.timestamp_ns, stored.body], [String(NOW), line], format);
        const actual = Object.fromEntries(
          Object.keys(expected).map((field) => [field, stored[field as keyof LogEntry]]),
        );
        assert.deepEqual(sorted(actual), sorted(expected), format);
      }
    });
  }

  it('stops when a small push stands for a large one', () => {
    const level = 'x'.repeat(LIMITS.maxBytes / 4);
    const lines = Array.from({ length: 9_000 }, () => [String(NOW), '']);
    assert.equal(refusal('json', push({ level }, ...lines)).code, 'payload_too_large');
  });

  it('keeps the order and the times of lines of several streams', () => {
    const streams = ['a', 'b'].map((app, at) => ({
      stream: { app },
      values: [0, 1, 2].map((index) => [String(NOW - BigInt(10 * at + index)), `${app}${index}`]),
    }));
    const stored = readPush('json', json({ streams })).map(({ body, timestamp_ns: time }) => [body, time]);
    const sent = streams.flatMap(({ values }) => values.map(([time, line]) => [line, time]));
    assert.deepEqual(stored, sent);
  });

  it('accepts a number as time and scalars as metadata, which some clients send', () => {
    const body = Buffer.from(`{"streams":[{"stream":{"shard":3},"values":[[${NOW},"x",{"ok":true,"n":1.5}]]}]}`);
    const [stored] = readPush('json', body);
    assert.equal(stored?.timestamp_ns, String(NOW));
    assert.deepEqual(Object.fromEntries(stored.attributes), { ok: 'true', n: '1.5' });
  });

  it('counts lines, and labels that only answers have', () => {
    const body = protobufPush('{}', [{ time: NOW, line: 'x', parsed: { a: '1', b: '2' } }]);
    const { dropped, carried } = translateLokiPush('protobuf', body, LIMITS);
    assert.deepEqual({ dropped, carried }, { dropped: { parsed_labels: 2 }, carried: { entries: 1 } });
  });

  it('translates a push without lines to a request without records', () => {
    for (const body of [json({}), json({ streams: [] }), json({ streams: [{ stream: {}, values: [] }] })])
      assert.deepEqual(readPush('json', body), []);
    assert.deepEqual(readPush('protobuf', block(Buffer.alloc(0))), []);
  });

  const line = [String(NOW), 'secret'];
  const refused: readonly [string, unknown, RegExp][] = [
    ['no object', [], /^body:/],
    ['streams that are no list', { streams: { a: 1 } }, /^streams:/],
    ['a stream that is no object', { streams: ['secret'] }, /^streams\[0\]:/],
    ['labels that are no object', { streams: [{ stream: 'secret', values: [line] }] }, /^streams\[0\]\.stream:/],
    ['a label that is a list', { streams: [{ stream: { a: ['secret'] }, values: [] }] }, /^streams\[0\]\.stream:/],
    ['lines that are no list', { streams: [{ values: 'secret' }] }, /^streams\[0\]\.values:/],
    ['a line that is no pair', { streams: [{ values: [line, 'secret'] }] }, /^streams\[0\]\.values\[1\]:/],
    [
      'a line that is no text',
      { streams: [{ values: [[String(NOW), { secret: 1 }]] }] },
      /^streams\[0\]\.values\[0\]:/,
    ],
    ['a time of another form', { streams: [{ values: [['secret', 'x']] }] }, /^streams\[0\]\.values\[0\]:/],
    ['a time beyond 64 bits', { streams: [{ values: [['9'.repeat(20), 'x']] }] }, /^streams\[0\]\.values\[0\]:/],
    [
      'nested metadata',
      { streams: [{ values: [[...line, { a: { secret: 1 } }]] }] },
      /^streams\[0\]\.values\[0\]\[2\]:/,
    ],
  ];
  for (const [name, body, message] of refused) {
    it(`refuses ${name} by its field, not its value`, () => {
      const error = refusal('json', json(body));
      assert.equal(error.code, 'invalid_request');
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret|999/);
    });
  }

  it('refuses malformed JSON, blocks, messages, labels and times', () => {
    assert.match(refusal('json', Buffer.from('{"streams":')).message, /^body: is not valid JSON/);
    assert.match(refusal('protobuf', Buffer.from([9, 9])).message, /Snappy/);
    assert.match(refusal('protobuf', block(Buffer.from([0x0a, 0x7f]))).message, /^streams:/);
    assert.match(refusal('protobuf', protobufPush('app=secret', [])).message, /^streams\[0\]\.labels: must be labels/);
    const early = protobufPush('{}', [{ time: -1_000_000_000n, line: 'x' }]);
    assert.match(refusal('protobuf', early).message, /^streams\.entries\.timestamp:/);
  });

  it('refuses more items or bytes than the limits before it has written them', () => {
    const many = push({}, ...Array.from({ length: 11 }, () => line));
    assert.equal(refusal('json', many, { ...LIMITS, maxItems: 11 }).code, 'payload_too_large');
    translateLokiPush('json', many, { ...LIMITS, maxItems: 12 });
    assert.equal(refusal('json', many, { ...LIMITS, maxBytes: 200 }).code, 'payload_too_large');
    const entries = Array.from({ length: 11 }, () => ({ time: NOW, line: 'x' }));
    const body = protobufPush('{}', entries);
    assert.equal(refusal('protobuf', body, { ...LIMITS, maxItems: 11 }).code, 'payload_too_large');
    assert.equal(refusal('protobuf', body, { ...LIMITS, maxBytes: 20 }).code, 'payload_too_large');
  });

  it('throws nothing but a ServiceError for any change of a request', () => {
    const entries = [{ time: NOW, line: 'GET /', metadata: { trace_id: TRACE, user: 'ada' }, parsed: { a: '1' } }];
    const sent = protobufPush('{app="shop", level="warn"}', [...entries, ...entries]);
    const message = sent.subarray(sent.indexOf(0xfc) + 5);
    const text = push({ app: 'shop' }, [...line, { user: 'ada' }]);
    const change = fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        for (const [format, plain] of [
          ['protobuf', message],
          ['json', text],
        ] as const) {
          const changed = Buffer.from(plain);
          for (const [place, byte] of changes) changed[Math.floor(place * changed.length)] = byte;
          try {
            readPush(format, format === 'json' ? changed : block(changed));
          } catch (error) {
            assert.ok(error instanceof ServiceError, String(error));
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Attributes are compared without their order. */
function sorted(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
}
