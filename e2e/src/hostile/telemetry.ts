import { randomBytes } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api } from '../api.js';
import { theService } from '../topology.js';
import type { Cast } from './cast.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

const SPANS = 20_000;
const SPANS_PER_REQUEST = 5_000;
const traceId = randomBytes(16).toString('hex');
const LARGE_TRACE = `/traces/${traceId}`;

const toSpanId = (nth: number): string => (nth + 1).toString(16).padStart(16, '0');

/** A chain of spans: each is the parent of the next. */
function chain(from: number): string {
  const time = `${Date.now()}000000`;
  const spans = Array.from({ length: SPANS_PER_REQUEST }, (_, n) => ({
    traceId,
    spanId: toSpanId(from + n),
    parentSpanId: from + n === 0 ? '' : toSpanId(from + n - 1),
    name: `GET /chain/${n}`,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: [{ key: 'http.route', value: { stringValue: '/chain/{n}' } }],
  }));
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

const send = (signal: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => {
  return ({ sender }: Cast) =>
    expectStatus(
      [200, 400],
      `/v1/${signal}`,
      { key: sender, body, headers: { 'content-type': type } },
      theService().ingestUrl,
    );
};

async function sendLargeTrace(cast: Cast): Promise<void> {
  for (let from = 0; from < SPANS; from += SPANS_PER_REQUEST) await send('traces', chain(from))(cast);
  await eventually('the trace is stored', async () => {
    const { json } = await api('GET', `${LARGE_TRACE}/stats`, { key: cast.viewer });
    return json['span_count'] === SPANS;
  });
}

const readTrace = (path: string): HostileRequest['send'] => {
  return ({ viewer }) => expectStatus(200, `/api/v1${LARGE_TRACE}${path}`, { method: 'GET', key: viewer });
};

/** An export request of log records without a field, two bytes each. */
function emptyRecords(count: number): Uint8Array<ArrayBuffer> {
  const wrap = (tag: number, content: Uint8Array): Buffer => {
    const size: number[] = [];
    for (let rest = content.length; ; rest >>>= 7) {
      size.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
      if (rest <= 0x7f) break;
    }
    return Buffer.concat([Buffer.of(tag, ...size), content]);
  };
  const records = Buffer.alloc(2 * count, Buffer.of(0x12, 0x00));
  return new Uint8Array(wrap(0x0a, wrap(0x12, records)));
}

export const TELEMETRY: readonly HostileRequest[] = [
  { name: `a trace of ${SPANS} spans`, prepare: sendLargeTrace, send: readTrace('') },
  { name: `the critical path of ${SPANS} spans`, send: readTrace('/critical-path') },
  { name: 'a million log records of two bytes', send: send('logs', emptyRecords(1_000_000), 'application/x-protobuf') },
  { name: 'log records of nested lists', send: send('logs', nestedValues(), 'application/json') },
];

/** 120 KiB of lists in lists, as deep as values may be. */
function nestedValues(): string {
  const depth = 30;
  const value = `${'{"arrayValue":{"values":['.repeat(depth)}{"intValue":"1"}${']}}'.repeat(depth)}`;
  const records = Array.from({ length: 130 }, () => `{"body":${value}}`);
  return `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${records.join()}]}]}]}`;
}
