import assert from 'node:assert/strict';
import { theService } from '../topology.js';

/**
 * Texts that files of rows have to keep apart from their own syntax, that spreadsheets take for formulas, and that readers take for null.
 */
export const TEXTS = [
  'plain',
  'says "yes", twice: ""',
  'first line\nsecond line\r\nthird\r',
  ...['=1+1', '+1', '-1', '@a', '\ttab', '＝wide'],
  'é 漢字 🎉 \u2028 עברית',
  ...[' padded ', "it's", 'NULL', 'null', '\\N', 'nan', ';|\\', '0001', '1e5', '{"a":1}', '[]'],
  '',
  'long '.repeat(20_000),
];

const INTEGERS = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0'];

/** An attribute as OTLP has it, and as the read API should. */
interface Attribute {
  readonly key: string;
  readonly value: object;
}

const string = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } });

/** Attributes of all types. */
export function attributes(nth: number): Attribute[] {
  return [
    string('text', TEXTS[nth % TEXTS.length] ?? ''),
    string('odd "name", é', 'kept'),
    { key: 'name of\ntwo lines', value: { intValue: '5' } },
    { key: 'integer', value: { intValue: INTEGERS[nth % INTEGERS.length] } },
    { key: 'double', value: { doubleValue: [0.1, -1.5e-300, 1.7976931348623157e308, 3][nth % 4] } },
    { key: 'yes', value: { boolValue: nth % 2 === 0 } },
    {
      key: 'list',
      value: { arrayValue: { values: [{ stringValue: 'a,"b"' }, { intValue: '2' }, { boolValue: false }] } },
    },
    {
      key: 'map',
      value: { kvlistValue: { values: [string('inner', 'x\ny'), { key: 'n', value: { intValue: '7' } }] } },
    },
    ...(nth % 3 === 0 ? [{ key: 'none', value: {} }] : []),
  ];
}

export const SERVICE = 'judged "service", ü';
const resource = { attributes: [string('service.name', SERVICE), string('deployment.environment.name', 'pröd')] };

/** The time of the nth record: its nanoseconds matter. */
export function nanoseconds(nth: number, startMs: number): string {
  return String(BigInt(startMs) * 1_000_000n + BigInt(nth) * 1_000_000_001n);
}

export function logs(startMs: number) {
  const logRecords = TEXTS.map((text, nth) => ({
    timeUnixNano: nanoseconds(nth, startMs),
    ...(nth % 2 === 0 ? { observedTimeUnixNano: nanoseconds(nth + 5, startMs) } : {}),
    ...(nth % 4 === 0 ? {} : { severityNumber: 1 + (nth % 24), severityText: 'Odd "level"' }),
    body: { stringValue: text },
    attributes: attributes(nth),
    ...(nth % 3 === 0 ? { traceId: `${'ab'.repeat(15)}${10 + nth}`, spanId: `${'cd'.repeat(7)}${10 + nth}` } : {}),
  }));
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'scope, "1"' }, logRecords }] }] };
}

/** An error, which a log record reports. */
export function failures(startMs: number) {
  const logRecords = [0, 1].map((nth) => ({
    timeUnixNano: nanoseconds(nth, startMs),
    severityNumber: 17,
    body: { stringValue: 'failed' },
    attributes: [
      string('exception.type', 'Odd"Error'),
      string('exception.message', `=failed, "${nth}"\nsecond line`),
      string(
        'exception.stacktrace',
        'Error: failed\n    at run (/app/src/run.js:1:2)\n    at main (/app/src/main.js:3:4)',
      ),
      ...attributes(nth),
    ],
  }));
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
}

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

export function spans(startMs: number) {
  const spanId = (nth: number) => `b7ad6b716920333${nth}`;
  const found = [0, 1, 2, 3].map((nth) => ({
    traceId: TRACE_ID,
    spanId: spanId(nth),
    ...(nth === 0 ? {} : { parentSpanId: spanId(0), traceState: 'a=1,b=2' }),
    name: TEXTS[nth + 1],
    kind: nth + 1,
    startTimeUnixNano: nanoseconds(nth, startMs),
    endTimeUnixNano: String(BigInt(nanoseconds(nth, startMs)) + BigInt(nth) * 1_234_567_891n),
    status: nth === 2 ? { code: 2, message: 'bad, "very"\nbad' } : {},
    attributes: attributes(nth),
    events: nth === 1 ? [{ timeUnixNano: nanoseconds(1, startMs), name: 'e "1"', attributes: attributes(2) }] : [],
    links: nth === 2 ? [{ traceId: 'ff'.repeat(16), spanId: spanId(9), attributes: attributes(0) }] : [],
  }));
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 's', version: '1,0' }, spans: found }] }] };
}

export function metrics(startMs: number) {
  const at = { timeUnixNano: nanoseconds(1, startMs), startTimeUnixNano: nanoseconds(0, startMs) };
  const labels = { attributes: [string('place', TEXTS[1] ?? '')] };
  const buckets = { bucketCounts: ['1', '9007199254740993', '0'], explicitBounds: [0.5, 10] };
  const gauge = [0.1, -3, 1.7976931348623157e308].map((asDouble, nth) => ({
    ...labels,
    asDouble,
    timeUnixNano: nanoseconds(nth, startMs),
  }));
  const exponential = { scale: -1, zeroCount: '2', positive: { offset: 3, bucketCounts: ['1', '2'] }, negative: {} };
  const quantileValues = [
    { quantile: 0.5, value: 1.25 },
    { quantile: 0.99, value: -7 },
  ];
  const found = [
    { name: 'judged.gauge', unit: '{a,b}', gauge: { dataPoints: gauge } },
    {
      name: 'judged.histogram',
      histogram: {
        aggregationTemporality: 1,
        dataPoints: [{ ...at, ...labels, ...buckets, count: '9007199254740994', sum: 12.5, min: 0.25, max: 9.75 }],
      },
    },
    {
      name: 'judged.exponential',
      exponentialHistogram: {
        aggregationTemporality: 2,
        dataPoints: [{ ...at, ...labels, ...exponential, count: '5', sum: 1.5 }],
      },
    },
    { name: 'judged.summary', summary: { dataPoints: [{ ...at, ...labels, count: '3', sum: 4.5, quantileValues }] } },
  ];
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'm' }, metrics: found }] }] };
}

/** Integers of events have at most the digits that JSON of any language keeps; others are refused. */
const PROPERTIES = {
  text: '=says "yes", twice',
  unicode: 'é 漢字 🎉',
  integer: Number.MIN_SAFE_INTEGER,
  double: 0.1,
  yes: true,
  none: null,
  list: [1, 'a,"b"', null, [true]],
  map: { inner: { deep: 'x' }, empty: {}, nothing: [] },
};

export function events(startMs: number) {
  const timestamp = new Date(startMs).toISOString().replace('Z', '456789Z');
  const time = { timestamp };
  return [
    { ...time, event: 'identify', distinct_id: 'ann "1"', anon_distinct_id: 'device, 1', set: { plan: 'pro' } },
    ...[0, 1].map((nth) => ({
      ...time,
      event: `bought, "${nth}"`,
      distinct_id: nth === 0 ? 'ann "1"' : 'bob',
      message_id: `message "${nth}"`,
      session_id: 's, 1',
      properties: nth === 0 ? PROPERTIES : {},
      set: nth === 0 ? PROPERTIES : { only: 'this' },
    })),
  ];
}

/** Sends everything to a project. */
export async function sendAll(project: string, startMs: number): Promise<void> {
  const bodies: readonly (readonly [string, object])[] = [
    ['/v1/logs', logs(startMs)],
    ['/v1/logs', failures(startMs)],
    ['/v1/traces', spans(startMs)],
    ['/v1/metrics', metrics(startMs)],
    ['/api/v1/capture', { events: events(startMs) }],
  ];
  const { ingestUrl, apiKey } = theService();
  for (const [path, body] of bodies) {
    const answer = await fetch(`${ingestUrl}${path}?project_id=${project}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    if (path.endsWith('capture')) assert.equal((JSON.parse(text) as { accepted: number }).accepted, 3, text);
  }
}
