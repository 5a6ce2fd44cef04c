import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import type { RejectReason } from '../../rules.js';
import type { Signal } from '../../signal.js';
import { encodeRequest } from '../../testing/oracle.js';
import {
  ago,
  CONTEXT,
  logs,
  metrics,
  minutes,
  RECEIVED_AT_NS,
  span,
  SPAN_ID,
  TRACE_ID,
  traces,
} from '../../testing/requests.js';
import { MAX_ITEMS_PER_REQUEST, partialMessage, skim } from './skim.js';

const RETENTION = minutes(60 * 24 * CONTEXT.retentionDays);
const day = minutes(60 * 24);

function skimmed(signal: Signal, request: object) {
  return skim(signal, encodeRequest(signal, request), CONTEXT);
}

const gauge = (point: object, fields: object = {}) => ({
  name: 'm',
  gauge: { dataPoints: [{ timeUnixNano: ago(1), asDouble: 1, ...point }] },
  ...fields,
});
const histogram = (point: object) => ({ name: 'm', histogram: { dataPoints: [{ timeUnixNano: ago(1), ...point }] } });

const verdicts: readonly [
  name: string,
  signal: Signal,
  item: object,
  verdict: RejectReason | 'accepted' | 'unrecorded',
][] = [
  ['a plain span', 'traces', span(), 'accepted'],
  ['a trace id that is missing', 'traces', span({ traceId: undefined }), 'invalid_trace_id'],
  ['a trace id of zeros', 'traces', span({ traceId: Buffer.alloc(16) }), 'invalid_trace_id'],
  ['a trace id of 8 bytes', 'traces', span({ traceId: SPAN_ID }), 'invalid_trace_id'],
  ['a span id that is missing', 'traces', span({ spanId: undefined }), 'invalid_span_id'],
  ['a span id of zeros', 'traces', span({ spanId: Buffer.alloc(8) }), 'invalid_span_id'],
  ['a span id of 16 bytes', 'traces', span({ spanId: TRACE_ID }), 'invalid_span_id'],
  ['a parent id of zeros', 'traces', span({ parentSpanId: Buffer.alloc(8) }), 'accepted'],
  ['an empty parent id', 'traces', span({ parentSpanId: Buffer.alloc(0) }), 'accepted'],
  ['a parent id of 7 bytes', 'traces', span({ parentSpanId: Buffer.alloc(7, 1) }), 'invalid_parent_span_id'],
  ['no start', 'traces', span({ startTimeUnixNano: '0' }), 'timestamp_missing'],
  ['a start at the edge of the retention', 'traces', span({ startTimeUnixNano: ago(RETENTION) }), 'accepted'],
  ['a start before the retention', 'traces', span({ startTimeUnixNano: ago(RETENTION + 1n) }), 'timestamp_too_old'],
  [
    'a start and end 10 minutes ahead',
    'traces',
    span({ startTimeUnixNano: ago(-minutes(10)), endTimeUnixNano: ago(-minutes(10)) }),
    'accepted',
  ],
  ['a start further ahead', 'traces', span({ startTimeUnixNano: ago(-minutes(10) - 1n) }), 'timestamp_in_future'],
  ['an end further ahead', 'traces', span({ endTimeUnixNano: ago(-minutes(10) - 1n) }), 'timestamp_in_future'],
  ['an end beyond 63 bits', 'traces', span({ endTimeUnixNano: String(2n ** 64n - 1n) }), 'timestamp_in_future'],
  ['an end before the start', 'traces', span({ endTimeUnixNano: ago(minutes(1)) }), 'accepted'],
  ['no end', 'traces', span({ endTimeUnixNano: '0' }), 'accepted'],
  ['an empty record', 'logs', {}, 'accepted'],
  ['a record with a trace id of 3 bytes', 'logs', { traceId: Buffer.alloc(3, 1), spanId: Buffer.alloc(1) }, 'accepted'],
  ['an old record', 'logs', { timeUnixNano: ago(31n * day) }, 'timestamp_too_old'],
  ['a record observed long ago', 'logs', { observedTimeUnixNano: ago(31n * day) }, 'timestamp_too_old'],
  ['a new record observed long ago', 'logs', { timeUnixNano: ago(1), observedTimeUnixNano: '1' }, 'accepted'],
  ['a record from the future', 'logs', { timeUnixNano: ago(-minutes(11)) }, 'timestamp_in_future'],
  ['a plain point', 'metrics', gauge({}), 'accepted'],
  ['a point without a metric name', 'metrics', gauge({}, { name: '' }), 'metric_name_missing'],
  ['a point without a time', 'metrics', gauge({ timeUnixNano: '0' }), 'timestamp_missing'],
  ['an old point', 'metrics', gauge({ timeUnixNano: ago(31n * day) }), 'timestamp_too_old'],
  ['a point from the future', 'metrics', gauge({ timeUnixNano: ago(-minutes(11)) }), 'timestamp_in_future'],
  ['a point without a value', 'metrics', gauge({ asDouble: undefined }), 'value_missing'],
  ['a staleness marker', 'metrics', gauge({ asDouble: undefined, flags: 1 }), 'unrecorded'],
  [
    'a histogram with one bucket more than bounds',
    'metrics',
    histogram({ bucketCounts: ['1', '2'], explicitBounds: [1] }),
    'accepted',
  ],
  ['a histogram without buckets', 'metrics', histogram({ count: '3', sum: 4 }), 'accepted'],
  [
    'a histogram with as many buckets as bounds',
    'metrics',
    histogram({ bucketCounts: ['1'], explicitBounds: [1] }),
    'histogram_buckets_mismatch',
  ],
  ['a histogram with bounds only', 'metrics', histogram({ explicitBounds: [1] }), 'histogram_buckets_mismatch'],
];
const wrap = { traces, logs, metrics };
for (const [name, signal, item, verdict] of verdicts) {
  it(`${name} is ${verdict === 'accepted' || verdict === 'unrecorded' ? verdict : `rejected: ${verdict}`}`, () => {
    const reasons = verdict === 'accepted' || verdict === 'unrecorded' ? [] : [{ reason: verdict, count: 1 }];
    assert.deepEqual(skimmed(signal, wrap[signal]([item])), {
      items: 1,
      accepted: verdict === 'accepted' ? 1 : 0,
      rejected: reasons.length,
      unrecorded: verdict === 'unrecorded' ? 1 : 0,
      withoutIds: name.includes('of 3 bytes') ? 1 : 0,
      reasons,
    });
  });
}

it('counts the reasons in the message of a partial success, most frequent first', () => {
  const bad = span({ spanId: Buffer.alloc(8) });
  const result = skimmed('traces', traces([span(), span({ traceId: SPAN_ID }), bad, bad]));
  assert.equal(partialMessage('traces', result), '3 of 4 spans were rejected: 2 invalid_span_id, 1 invalid_trace_id.');
});

it('counts log records that are stored without an id of a wrong length', () => {
  const [short, long, none] = [Buffer.alloc(8, 1), Buffer.alloc(24, 1), Buffer.alloc(0)];
  const result = skimmed(
    'logs',
    logs([
      { traceId: TRACE_ID, spanId: SPAN_ID },
      // Absent, as OTLP recommends for zeros.
      { traceId: Buffer.alloc(16), spanId: none },
      { traceId: short },
      { traceId: long, spanId: TRACE_ID },
      { spanId: long },
      { spanId: long, timeUnixNano: ago(RETENTION + day) },
    ]),
  );
  assert.deepEqual([result.accepted, result.rejected, result.withoutIds], [5, 1, 3]);
  const rejected = '1 of 6 log records were rejected: 1 timestamp_too_old.';
  const without = '3 of 6 log records were stored without a trace_id or span_id whose length is wrong.';
  assert.equal(partialMessage('logs', result), `${rejected} ${without}`);
  assert.equal(partialMessage('logs', skimmed('logs', logs([{ traceId: TRACE_ID }]))), '');
});

it('reads an empty body as an empty request', () => {
  for (const signal of ['traces', 'logs', 'metrics'] as const) {
    assert.deepEqual(skim(signal, new Uint8Array(0), CONTEXT), {
      items: 0,
      accepted: 0,
      rejected: 0,
      unrecorded: 0,
      withoutIds: 0,
      reasons: [],
    });
  }
});

it('gives the same result for the same request and context at any time', () => {
  const body = encodeRequest('traces', traces([span({ startTimeUnixNano: ago(RETENTION) })]));
  assert.equal(skim('traces', body, CONTEXT).accepted, 1);
  assert.equal(skim('traces', body, { ...CONTEXT, receivedAtNs: RECEIVED_AT_NS + 1n }).accepted, 0);
});

it('refuses a request with more items than allowed before it costs memory', () => {
  // An empty log record is the two bytes 12 00.
  const records = Buffer.alloc((MAX_ITEMS_PER_REQUEST + 1) * 2, Buffer.from([0x12, 0x00]));
  const isTooLarge = (error: unknown) => error instanceof ServiceError && error.code === 'payload_too_large';
  assert.throws(() => skim('logs', wrapped(wrapped(records)), CONTEXT), isTooLarge);
  assert.equal(skim('logs', wrapped(wrapped(records.subarray(2))), CONTEXT).items, MAX_ITEMS_PER_REQUEST);
});

/** A message whose field 1, or 2 inside a group, is `content`. */
function wrapped(content: Buffer): Buffer {
  const size: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 7) size.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([content[0] === 0x12 && content[1] !== 0 ? 0x0a : 0x12, ...size]), content]);
}

const malformedBodies: readonly [name: string, signal: Signal, hex: string, path: string][] = [
  ['a body that is not protobuf', 'traces', '7b7d', 'request'],
  ['a group that is a number', 'logs', '0801', 'request'],
  ['a group longer than the body', 'metrics', '0a05', 'request'],
  ['a scope group longer than its group', 'traces', '0a021205', 'resource_spans'],
  ['a span longer than its scope', 'traces', '0a0412021205', 'resource_spans.scope_spans'],
  ['a span cut off', 'traces', '0a061204120239ff', 'resource_spans.scope_spans.spans'],
  ['a name that is a number', 'traces', '0a0612041202280a', 'resource_spans.scope_spans.spans'],
  [
    'an attribute cut off',
    'traces',
    '0a0812061204 4a020a05'.replace(' ', ''),
    'resource_spans.scope_spans.spans.attributes',
  ],
  ['a body value cut off', 'logs', '0a08120612042a020a05', 'resource_logs.scope_logs.log_records.body'],
  ['a resource attribute cut off', 'logs', '0a060a040a020a05', 'resource_logs.resource'],
  [
    'packed numbers of 7 bytes',
    'metrics',
    '0a131211120f4a0d0a0b3207000000000000000a00'.slice(0, 42),
    'resource_metrics.scope_metrics.metrics',
  ],
  ['a group of the deprecated kind', 'traces', '0b0c', 'request'],
];
for (const [name, signal, hex, path] of malformedBodies) {
  it(`refuses ${name}, naming ${path}`, () => {
    assert.throws(
      () => skim(signal, Buffer.from(hex, 'hex'), CONTEXT),
      (error) =>
        error instanceof ServiceError &&
        error.code === 'invalid_request' &&
        error.details[0]?.path.startsWith(path) === true,
    );
  });
}

it('quotes nothing that the sender wrote in an error', () => {
  const secret = 'hunter2-secret';
  const body = encodeRequest(
    'traces',
    traces([span({ name: secret, attributes: [{ key: secret, value: { stringValue: secret } }] })]),
  );
  for (let cut = 1; cut < body.length; cut++) {
    try {
      skim('traces', body.subarray(0, cut), CONTEXT);
    } catch (error) {
      assert.ok(error instanceof ServiceError);
      assert.ok(!JSON.stringify(error.toBody()).includes('hunter'));
    }
  }
});
