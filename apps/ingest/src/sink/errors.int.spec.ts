import assert from 'node:assert/strict';
import { hrtime } from 'node:process';
import { ERRORS_STORED_CHANNEL } from '@svc/otlp';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

const TRACE = '0123456789abcdef0123456789abcdef';
const STACK = 'TypeError: no total\n    at pay (/srv/shop/pay.js:3:9)\n    at run (/srv/shop/main.js:9:1)';

interface StoredError {
  source: string;
  type: string;
  message: string;
  culprit: string;
  level: string;
  handled: string;
  platform: string;
  distinct_id: string;
}

const ERRORS = `SELECT source, type, message, culprit, level, handled, platform, distinct_id FROM errors
  WHERE project_number = {project:UInt32} ORDER BY timestamp, source, message`;

function nowNs(): string {
  return String(BigInt(Date.now()) * 1_000_000n + (hrtime.bigint() % 1_000_000n));
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const exception = (message: string, stack = STACK) => [
  text('exception.type', 'TypeError'),
  text('exception.message', message),
  text('exception.stacktrace', stack),
];

interface Throw {
  readonly span: string;
  readonly parent?: string;
  readonly message?: string;
}

function spans(throws: readonly Throw[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'shop'), text('telemetry.sdk.language', 'nodejs')] },
        scopeSpans: [
          {
            spans: throws.map(({ span, parent = '', message = 'no total' }) => ({
              traceId: TRACE,
              spanId: span,
              parentSpanId: parent,
              name: 'pay',
              startTimeUnixNano: nowNs(),
              endTimeUnixNano: nowNs(),
              attributes: [text('user.id', 'ada')],
              events: [{ name: 'exception', timeUnixNano: nowNs(), attributes: exception(message) }],
            })),
          },
        ],
      },
    ],
  };
}

function log(spanId: string, message = 'no total') {
  const record = {
    timeUnixNano: nowNs(),
    severityNumber: 21,
    body: { stringValue: 'paying failed' },
    traceId: TRACE,
    spanId,
    attributes: exception(message),
  };
  const resource = { attributes: [text('service.name', 'shop'), text('telemetry.sdk.language', 'nodejs')] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] };
}

const id = (number: number) => number.toString(16).padStart(16, '0');

describe('errors in the sink', () => {
  let scene: Scene;
  let project = 100;
  const stored = () => scene.read<StoredError>(ERRORS, { project });

  beforeAll(async () => {
    scene = await openScene(100);
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    project++;
    await scene.startSink();
  });

  it('extracts an exception of a span with the properties of the span', async () => {
    await scene.send('traces', project, spans([{ span: id(1) }]));
    await scene.drained('traces');
    assert.deepEqual(await stored(), [
      {
        source: 'span',
        type: 'TypeError',
        message: 'no total',
        culprit: 'pay in pay.js',
        level: 'error',
        handled: '',
        platform: 'node',
        distinct_id: 'ada',
      },
    ]);
  });

  it('counts a throw once that a span, the spans around it and a log record report', async () => {
    await scene.send(
      'traces',
      project,
      spans([{ span: id(3), parent: id(2) }, { span: id(2), parent: id(1) }, { span: id(1) }]),
    );
    await scene.drained('traces');
    await scene.send('logs', project, log(id(3)));
    await scene.send('logs', project, log(id(1)));
    await scene.drained('logs');
    assert.deepEqual(
      (await stored()).map(({ source }) => source),
      ['span'],
    );
  });

  it('counts a throw once if the log record of the outer span arrives before both spans', async () => {
    await scene.send('logs', project, log(id(1), 'zzz'));
    await scene.drained('logs');
    const both = [{ span: id(1) }, { span: id(2), parent: id(1) }].map((one) => ({ ...one, message: "'zzz'" }));
    await scene.send('traces', project, spans(both));
    await scene.drained('traces');
    assert.deepEqual(
      (await stored()).map(({ source }) => source),
      ['log'],
    );
  });

  it('counts three attempts in three spans as three throws, and other messages apart', async () => {
    const attempts = [2, 3, 4].map((span) => ({ span: id(span), parent: id(1) }));
    await scene.send('traces', project, spans([...attempts, { span: id(2), parent: id(1), message: 'other' }]));
    await scene.drained('traces');
    assert.equal((await stored()).length, 4);
  });

  it('remembers throws after a restart between the span and the log record', async () => {
    await scene.send('traces', project, spans([{ span: id(2), parent: id(1) }]));
    await scene.drained('traces');
    await scene.startSink();
    await scene.send('logs', project, log(id(2)));
    await scene.send('logs', project, log(id(1)));
    await scene.send('logs', project, log(id(7)));
    await scene.drained('logs');
    assert.deepEqual((await stored()).map(({ source }) => source).sort(), ['log', 'span']);
  });

  it('stores and counts each error once although the response to its block was lost', async () => {
    await scene.startSink(losingAnswers(scene.store));
    await scene.send('traces', project, spans([{ span: id(2) }, { span: id(3), message: 'other' }]));
    await scene.send('logs', project, log(id(2)));
    await scene.drained('traces');
    await scene.drained('logs');
    assert.equal((await stored()).length, 2);
    for (const table of ['error_minutes', 'error_hours', 'error_arrivals']) {
      const [row] = await scene.read<{ events: string }>(
        `SELECT sum(events) AS events FROM ${table} WHERE project_number = {project:UInt32}`,
        { project },
      );
      assert.equal(Number(row?.events), 2, table);
    }
  });

  it('announces stored errors, of telemetry and of captured events, and nothing else', async () => {
    scene.takeAnnounced();
    await scene.send('traces', project, spans([]));
    await scene.drained('traces');
    assert.deepEqual(scene.takeAnnounced(), []);
    await scene.send('traces', project, spans([{ span: id(1) }]));
    await scene.drained('traces');
    assert.deepEqual(scene.takeAnnounced(), [ERRORS_STORED_CHANNEL]);
    await scene.startSink();
    const properties = { stack: STACK, platform: 'node' };
    await scene.capture(project, [{ event: '$exception', distinct_id: 'eve', properties }]);
    await scene.drained('events');
    assert.deepEqual(scene.takeAnnounced(), [ERRORS_STORED_CHANNEL]);
  });

  it('takes captured exceptions, once for each message ID', async () => {
    const list = [
      {
        type: 'RangeError',
        value: 'too many',
        mechanism: { type: 'onerror', handled: false },
        stacktrace: {
          frames: [{ function: 'load', filename: 'https://shop.example/a.js', lineno: 1, colno: 9, in_app: true }],
        },
      },
    ];
    const event = {
      event: '$exception',
      distinct_id: 'eve',
      message_id: 'm1',
      timestamp: new Date().toISOString(),
      properties: { $lib: 'web', $exception_list: list, $exception_level: 'fatal' },
    };
    await scene.capture(project, [event]);
    await scene.capture(project, [{ ...event, properties: { ...event.properties, again: true } }]);
    await scene.drained('events');
    assert.deepEqual(await stored(), [
      {
        source: 'event',
        type: 'RangeError',
        message: 'too many',
        culprit: 'load in a.js',
        level: 'fatal',
        handled: 'no',
        platform: 'javascript',
        distinct_id: 'eve',
      },
    ]);
  });

  it('takes captured exceptions with a stack as text', async () => {
    const properties = { stack: STACK, mechanism: { type: 'middleware', handled: true }, platform: 'node' };
    await scene.capture(project, [{ event: '$exception', distinct_id: 'eve', properties }]);
    await scene.drained('events');
    assert.deepEqual(await stored(), [
      {
        source: 'event',
        type: 'TypeError',
        message: 'no total',
        culprit: 'pay in pay.js',
        level: 'error',
        handled: 'yes',
        platform: 'node',
        distinct_id: 'eve',
      },
    ]);
  });
});
