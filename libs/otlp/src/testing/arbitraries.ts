import fc from 'fast-check';
import type { Signal } from '../signal.js';
import { KNOWN_STACK } from './reference-errors.js';
import { ago, minutes, RECEIVED_AT_NS } from './requests.js';

/** Random OTLP requests as protobufjs takes them, with every field the encoder reads and a share of items it must reject. */
export function requestArbitrary(signal: Signal): fc.Arbitrary<object> {
  const [groups, scopes, items, item] = {
    traces: ['resourceSpans', 'scopeSpans', 'spans', span],
    logs: ['resourceLogs', 'scopeLogs', 'logRecords', logRecord],
    metrics: ['resourceMetrics', 'scopeMetrics', 'metrics', metric],
  }[signal] as [string, string, string, fc.Arbitrary<object>];
  const scopeGroup = optional({
    scope: optional({ name: text, version: text }),
    [items]: fc.array(item, { maxLength: 6 }),
  });
  const group = optional({ resource: optional({ attributes }), [scopes]: fc.array(scopeGroup, { maxLength: 3 }) });
  return optional({ [groups]: fc.array(group, { maxLength: 3 }) });
}

const optional = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(fields, { requiredKeys: [] });

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ minLength: 120, maxLength: 140 }),
  fc.string({ unit: 'binary', minLength: 200, maxLength: 300 }),
);
const bytes = fc.uint8Array({ maxLength: 20 }).map((value) => Buffer.from(value));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const uint64 = fc.oneof(fc.nat(300).map(String), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String));
const double = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer({ min: -99999, max: 99999 }).map((value) => value / 100),
);

const { value: anyValue } = fc.letrec<{ value: object; pair: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((stringValue) => ({ stringValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    int64.map((intValue) => ({ intValue })),
    fc.integer().map((intValue) => ({ intValue: String(intValue) })),
    double.map((doubleValue) => ({ doubleValue })),
    bytes.map((bytesValue) => ({ bytesValue })),
    fc.constant({}),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => ({ arrayValue: { values } })),
    fc.array(tie('pair'), { maxLength: 4 }).map((values) => ({ kvlistValue: { values } })),
  ),
  pair: optional({ key: text, value: tie('value') }),
}));
const KNOWN_KEYS = [
  'service.name',
  'service.namespace',
  'service.version',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
  'session.id',
  'user.id',
  'enduser.id',
  'distinct_id',
  'http.route',
  'k',
  'gen_ai.system',
  'ai.operationId',
  'ai.rating',
  'gen_ai.prompt',
  'input.value',
];
/** Each key once, as the API of OpenTelemetry demands. */
const exception = fc
  .record(
    {
      'exception.type': fc.oneof(text, fc.constant('RangeError')),
      'exception.message': text,
      'exception.stacktrace': fc.constantFrom('', KNOWN_STACK.text),
      'exception.escaped': fc.boolean(),
      'user.id': text,
      retries: fc.nat(9),
    },
    { requiredKeys: [] },
  )
  .map((fields) => Object.entries(fields).map(([key, value]) => ({ key, value: plainValue(value) })));

function plainValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value };
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };
}

const attributes = fc.array(optional({ key: fc.oneof(fc.constantFrom(...KNOWN_KEYS), text), value: anyValue }), {
  maxLength: 8,
});

const id = (size: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.uint8Array({ minLength: size, maxLength: size }).map((value) => Buffer.from(value)) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(size)) },
    { weight: 1, arbitrary: bytes },
  );
const time = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt({ min: 1n, max: minutes(60) }).map(ago) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      ago(-minutes(10)),
      ago(-minutes(10) - 1n),
      ago(minutes(60 * 24 * 30)),
      ago(minutes(60 * 24 * 30) + 1n),
      String(RECEIVED_AT_NS),
    ),
  },
  { weight: 1, arbitrary: uint64 },
);

/** Counts of what an SDK dropped; mostly none. */
const dropped = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat() });
const event = fc.oneof(
  optional({ timeUnixNano: time, name: text, attributes, droppedAttributesCount: dropped }),
  optional({ timeUnixNano: time, name: fc.constant('exception'), attributes: exception }),
);
const link = optional({
  traceId: id(16),
  spanId: id(8),
  traceState: text,
  attributes,
  droppedAttributesCount: dropped,
  flags: dropped,
});
const span = fc.record(
  {
    traceId: id(16),
    spanId: id(8),
    parentSpanId: id(8),
    traceState: text,
    name: text,
    kind: fc.integer({ min: 0, max: 5 }),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    events: fc.array(event, { maxLength: 3 }),
    links: fc.array(link, { maxLength: 2 }),
    status: optional({ message: text, code: fc.integer({ min: 0, max: 2 }) }),
    flags: fc.nat(),
    droppedAttributesCount: dropped,
    droppedEventsCount: dropped,
    droppedLinksCount: dropped,
  },
  { requiredKeys: ['traceId', 'spanId', 'startTimeUnixNano'] },
);

const logRecord = optional({
  timeUnixNano: time,
  observedTimeUnixNano: time,
  severityNumber: fc.integer({ min: 0, max: 24 }),
  severityText: fc.oneof(fc.constantFrom('INFO', 'Warning', 'error', 'FATAL', ''), text),
  body: anyValue,
  attributes: fc.oneof(attributes, exception),
  traceId: id(16),
  spanId: id(8),
  eventName: text,
  droppedAttributesCount: dropped,
  flags: fc.nat(),
});

const pointFields = { attributes, startTimeUnixNano: time, timeUnixNano: time, flags: fc.constantFrom(0, 0, 0, 0, 1) };
const point = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...pointFields, ...fields }, { requiredKeys: ['timeUnixNano'] });
const exemplars = fc.array(
  optional({ timeUnixNano: time, asDouble: double, traceId: id(16), filteredAttributes: attributes }),
  { maxLength: 2 },
);
const numberPoint = fc.oneof(point({ asDouble: double, exemplars }), point({ asInt: int64 }));
const distribution = { count: uint64, sum: double, min: double, max: double };
const histogramPoint = fc
  .tuple(
    point({ ...distribution, exemplars }),
    fc.array(double, { maxLength: 16 }),
    fc.array(uint64, { minLength: 17, maxLength: 17 }),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([fields, explicitBounds, counts, flaw]) => {
    const bucketCounts = counts.slice(0, explicitBounds.length + (flaw === 0 ? 0 : 1));
    return flaw === 1
      ? { ...fields, explicitBounds: [], bucketCounts: [] }
      : { ...fields, explicitBounds, bucketCounts };
  });
const buckets = optional({ offset: fc.integer(), bucketCounts: fc.array(uint64, { maxLength: 20 }) });
const exponentialPoint = point({
  ...distribution,
  scale: fc.integer({ min: -10, max: 20 }),
  zeroCount: uint64,
  zeroThreshold: double,
  positive: buckets,
  negative: buckets,
});
const summaryPoint = point({
  count: uint64,
  sum: double,
  quantileValues: fc.array(optional({ quantile: double, value: double }), { maxLength: 4 }),
});
const points = (arbitrary: fc.Arbitrary<object>, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  optional({ dataPoints: fc.array(arbitrary, { maxLength: 4 }), ...fields });
const temporality = { aggregationTemporality: fc.integer({ min: 0, max: 2 }) };
const metric = fc
  .tuple(
    fc.record({ name: text, description: text, unit: text }, { requiredKeys: [] }),
    fc.oneof(
      points(numberPoint).map((gauge) => ({ gauge })),
      points(numberPoint, { ...temporality, isMonotonic: fc.boolean() }).map((sum) => ({ sum })),
      points(histogramPoint, temporality).map((histogram) => ({ histogram })),
      points(exponentialPoint, temporality).map((exponentialHistogram) => ({ exponentialHistogram })),
      points(summaryPoint).map((summary) => ({ summary })),
      fc.constant({}),
    ),
  )
  .map(([fields, data]) => ({ ...fields, ...data }));
