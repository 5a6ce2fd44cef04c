import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { decodeLogs, OVERSIZED, type LogEntry } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { translateJsonLogs, type JsonLogsFormat } from './translate.js';

const RECEIVED_AT_NS = 1_768_469_411_123_456_789n;
const LIMITS = { maxBytes: 1024 * 1024, maxItems: 10_000 };
const CONTEXT = { receivedAtNs: RECEIVED_AT_NS, retentionDays: 30, projectNumber: 1, partition: 0, offset: 0 };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

const bytes = (body: unknown): Buffer => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const translate = (format: JsonLogsFormat, body: unknown) => translateJsonLogs(format, bytes(body), LIMITS);
const read = (format: JsonLogsFormat, body: unknown): LogEntry[] =>
  [...decodeLogs(translate(format, body).body, CONTEXT)].filter((entry) => entry !== undefined && entry !== OVERSIZED);
const one = (record: object): LogEntry => {
  const [entry, ...others] = read('lines', record);
  assert.ok(entry && others.length === 0);
  return entry;
};
const refused = (code: string, field?: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && (field === undefined || error.message.startsWith(field));

describe('logs in JSON', () => {
  it('reads a record of each line, and a line that is no object as a text', () => {
    const entries = read('lines', `{"msg":"one"}\r\n\nplain text\n{"msg":\n[1]\n`);
    assert.deepEqual(
      entries.map(({ body }) => body),
      ['one', 'plain text', '{"msg":', '[1]'],
    );
  });

  it('reads a document with one record, and with an array of records', () => {
    assert.equal(read('document', { message: 'one' })[0]?.body, 'one');
    assert.equal(read('document', [{ message: 'one' }, 'two'])[1]?.body, 'two');
    assert.equal(read('document', '{"msg":"one"}\n{"msg":"two"}').length, 2, 'lines that are called a document');
    assert.throws(() => translate('document', 7), refused('invalid_request', 'body'));
    assert.throws(() => translate('document', [{}, 7]), refused('invalid_request', '[1]'));
    assert.throws(() => translate('document', '{'), refused('invalid_request', 'body'));
  });

  const cases: readonly [string, object, Partial<Record<keyof LogEntry, unknown>>][] = [
    [
      'pino',
      {
        level: 50,
        time: 1_768_469_400_123,
        pid: 7,
        hostname: 'a',
        msg: 'failed',
        err: { type: 'TypeError', message: 'x is no y', stack: 'TypeError: x' },
      },
      {
        timestamp_ns: '1768469400123000000',
        severity_text: 'error',
        severity_number: 17,
        body: 'failed',
        attributes: [
          ['pid', '7'],
          ['hostname', 'a'],
          ['exception.type', 'TypeError'],
          ['exception.message', 'x is no y'],
          ['exception.stacktrace', 'TypeError: x'],
        ],
      },
    ],
    [
      'the Elastic Common Schema',
      {
        '@timestamp': '2026-01-15T09:30:00.5Z',
        'log.level': 'WARN',
        message: 'slow',
        service: { name: 'shop' },
        'trace.id': TRACE_ID,
        'span.id': SPAN_ID,
      },
      {
        timestamp_ns: '1768469400500000000',
        severity_number: 13,
        service_name: 'shop',
        trace_id_hex: TRACE_ID,
        span_id_hex: SPAN_ID,
        attributes: [],
      },
    ],
    [
      'python-json-logger',
      { levelname: 'CRITICAL', message: 'm', exc_info: 'Traceback: x' },
      { severity_number: 21, attributes: [['exception.stacktrace', 'Traceback: x']] },
    ],
    [
      'an error with members that every object has',
      { message: 'm', error: { constructor: 'E', toString: 's' } },
      {
        attributes: [
          ['error.constructor', 'E'],
          ['error.toString', 's'],
        ],
      },
    ],
    [
      'syslog',
      { severity: 3, message: 'm', facility: 'auth' },
      { severity_number: 17, attributes: [['facility', 'auth']] },
    ],
    ['seconds with a fraction', { ts: 1_768_469_400.25, msg: 'm' }, { timestamp_ns: '1768469400250000000' }],
    ['microseconds', { ts: 1_768_469_400_250_000, msg: 'm' }, { timestamp_ns: '1768469400250000000' }],
    ['a text of digits', { ts: '1768469400', msg: 'm' }, { timestamp_ns: '1768469400000000000' }],
    [
      'a time that is none',
      { time: 'soon', msg: 'm' },
      { timestamp_ns: String(RECEIVED_AT_NS), attributes: [['time', 'soon']] },
    ],
    [
      'a time before that with another name',
      { date: '2026-01-15T09:30:00Z', timestamp: '2026-01-15T09:30:01Z', msg: 'm' },
      { timestamp_ns: '1768469401000000000', attributes: [['date', '2026-01-15T09:30:00Z']] },
    ],
    [
      'an ID of another form',
      { trace_id: 'abc', msg: 'm' },
      { trace_id_hex: '0'.repeat(32), attributes: [['trace_id', 'abc']] },
    ],
    [
      'objects and lists',
      { msg: 'm', req: { method: 'GET', headers: { accept: 'a' } }, tags: ['a', 1, { b: null }], none: null },
      {
        attributes: [
          ['req.method', 'GET'],
          ['req.headers.accept', 'a'],
          ['tags', '["a",1,"{\\"b\\":null}"]'],
        ],
      },
    ],
    ['no message', { path: '/a' }, { body: '{"path":"/a"}', attributes: [['path', '/a']] }],
    ['an error that is a text', { msg: 'm', error: 'refused' }, { attributes: [['error', 'refused']] }],
  ];

  it.each(cases)('reads %s', (_, record, expected) => {
    const entry = one(record);
    assert.deepEqual(
      Object.fromEntries(Object.keys(expected).map((name) => [name, entry[name as keyof LogEntry]])),
      expected,
    );
  });

  it('keeps integers that do not fit a double', () => {
    const [entry] = read('lines', '{"msg":"m","order":9223372036854775807,"sum":99999999999999999999}');
    assert.deepEqual(entry?.attributes, [
      ['order', '9223372036854775807'],
      ['sum', '99999999999999999999'],
    ]);
  });

  it('gives each service a resource of its own', () => {
    const entries = read(
      'document',
      ['a', 'a', 'b', 'a'].map((service) => ({ service, msg: 'm' })),
    );
    assert.deepEqual(
      entries.map(({ service_name: name }) => name),
      ['a', 'a', 'b', 'a'],
    );
  });

  describe('of Amazon Data Firehose', () => {
    const delivery = (...data: readonly (string | Buffer)[]) => ({
      requestId: 'r',
      timestamp: 1,
      records: data.map((content) => ({ data: Buffer.from(content).toString('base64') })),
    });
    const subscription = (messageType: string, logEvents: readonly object[]) =>
      gzipSync(JSON.stringify({ messageType, owner: '123', logGroup: '/aws/lambda/shop', logStream: 's', logEvents }));

    it('reads the lines of its records', () => {
      assert.deepEqual(
        read('firehose', delivery('{"msg":"one"}\n{"msg":"two"}', 'three')).map(({ body }) => body),
        ['one', 'two', 'three'],
      );
    });

    it('reads subscriptions of CloudWatch Logs, and counts what is no log', () => {
      const events = [
        { id: '1', timestamp: 1_768_469_400_123, message: 'START\n  at x\n' },
        { id: '2', timestamp: 1_768_469_400_124, message: '{"level":"error","msg":"failed"}' },
        { id: '3' },
      ];
      const sent = delivery(subscription('DATA_MESSAGE', events), subscription('CONTROL_MESSAGE', []));
      const [first, second, ...others] = read('firehose', sent);
      assert.deepEqual(
        [first?.body, first?.timestamp_ns, first?.service_name, second?.body, second?.severity_number, others],
        ['START\n  at x', '1768469400123000000', '/aws/lambda/shop', 'failed', 17, []],
      );
      assert.deepEqual(translate('firehose', sent).dropped, { event_without_message: 1, control_message: 1 });
    });

    it('stops when a small delivery stands for a large one', () => {
      const logEvents = Array.from({ length: 4_000 }, (_, index) => ({
        message: `{"msg":"m","service":"s${index % 2}"}`,
      }));
      const message = { messageType: 'DATA_MESSAGE', logGroup: 'g'.repeat(LIMITS.maxBytes / 4), logEvents };
      assert.throws(
        () => translate('firehose', delivery(gzipSync(JSON.stringify(message)))),
        refused('payload_too_large'),
      );
    });

    it('refuses what it cannot read by its field, and what is too large when decompressed', () => {
      assert.throws(() => translate('firehose', {}), refused('invalid_request', 'records'));
      assert.throws(
        () => translate('firehose', { records: [{ data: '?' }] }),
        refused('invalid_request', 'records[0].data'),
      );
      assert.throws(
        () => translate('firehose', delivery(Buffer.from([0x1f, 0x8b, 0]))),
        refused('invalid_request', 'records[0].data'),
      );
      const bomb = gzipSync(Buffer.alloc(2 * LIMITS.maxBytes));
      assert.throws(() => translate('firehose', delivery(bomb)), refused('payload_too_large'));
      const half = gzipSync(Buffer.alloc(LIMITS.maxBytes * 0.6));
      assert.throws(() => translate('firehose', delivery(half, half)), refused('payload_too_large'));
    });
  });

  it('refuses more records and values than a request may have', () => {
    assert.throws(() => translate('lines', 'a\n'.repeat(LIMITS.maxItems + 1)), refused('payload_too_large'));
    const wide = Object.fromEntries(Array.from({ length: LIMITS.maxItems }, (_, index) => [`a${index}`, 1]));
    assert.throws(() => translate('lines', wide), refused('payload_too_large'));
    const long = {
      ['a'.repeat(200)]: Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`b${index}`, 1])),
    };
    assert.throws(() => translate('lines', long), refused('payload_too_large'));
  });

  it('keeps what is nested deeply as a text, and refuses what is too deep to write', () => {
    const deep = (depth: number, inner = '1') => `{"msg":"m","a":${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}}`;
    assert.equal(read('lines', deep(20))[0]?.attributes.length, 1);
    assert.throws(() => translate('lines', deep(100_000)), refused('invalid_request', 'body'));
  });

  it('accepts or refuses any bytes, and counts the records that it accepts', () => {
    const formats = fc.constantFrom<JsonLogsFormat>('lines', 'document', 'firehose');
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.json()).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(formats, bodies, (format, body) => {
        try {
          const { carried } = translate(format, body);
          assert.equal(read(format, body).length, carried['records']);
        } catch (error) {
          assert.ok(error instanceof ServiceError, String(error));
        }
      }),
    );
  });
});
