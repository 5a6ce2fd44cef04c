import type { Signal } from '../signal.js';

/** The conversion of the JSON value of a field to protobuf. Enums are integers, as in OTLP/JSON. */
export type ScalarKind =
  | 'string'
  | 'bool'
  | 'double'
  | 'int32'
  | 'sint32'
  | 'uint32'
  | 'fixed32'
  | 'int64'
  | 'uint64'
  | 'fixed64'
  | 'sfixed64'
  | 'hex'
  | 'base64';

export interface Field {
  readonly number: number;
  readonly kind: ScalarKind | MessageSchema;
  readonly repeated: boolean;
}

/** The fields of a message by their JSON names. Other names are unknown and ignored, as OTLP requires. */
export interface MessageSchema {
  readonly fields: ReadonlyMap<string, Field>;
}

type Fields = Readonly<
  Record<string, readonly [number: number, kind: ScalarKind | MessageSchema, repeated?: 'repeated']>
>;

function message(fields: Fields): MessageSchema {
  return { fields: fieldMap(fields) };
}

function fieldMap(fields: Fields): Map<string, Field> {
  const entries = Object.entries(fields);
  return new Map(
    entries.map(([name, [number, kind, repeated]]) => [name, { number, kind, repeated: repeated === 'repeated' }]),
  );
}

const anyValueFields = new Map<string, Field>();
const ANY_VALUE: MessageSchema = { fields: anyValueFields };
const KEY_VALUE = message({ key: [1, 'string'], value: [2, ANY_VALUE] });
const VALUES = {
  stringValue: [1, 'string'],
  boolValue: [2, 'bool'],
  intValue: [3, 'int64'],
  doubleValue: [4, 'double'],
  arrayValue: [5, message({ values: [1, ANY_VALUE, 'repeated'] })],
  kvlistValue: [6, message({ values: [1, KEY_VALUE, 'repeated'] })],
  bytesValue: [7, 'base64'],
} as const satisfies Fields;
for (const [name, field] of fieldMap(VALUES)) anyValueFields.set(name, field);

const SCOPE = message({
  name: [1, 'string'],
  version: [2, 'string'],
  attributes: [3, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [4, 'uint32'],
});
const RESOURCE = message({
  attributes: [1, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [2, 'uint32'],
});

const EVENT = message({
  timeUnixNano: [1, 'fixed64'],
  name: [2, 'string'],
  attributes: [3, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [4, 'uint32'],
});
const LINK = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  attributes: [4, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [5, 'uint32'],
  flags: [6, 'fixed32'],
});
const SPAN = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'int32'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [10, 'uint32'],
  events: [11, EVENT, 'repeated'],
  droppedEventsCount: [12, 'uint32'],
  links: [13, LINK, 'repeated'],
  droppedLinksCount: [14, 'uint32'],
  status: [15, message({ message: [2, 'string'], code: [3, 'int32'] })],
  flags: [16, 'fixed32'],
});

const LOG_RECORD = message({
  timeUnixNano: [1, 'fixed64'],
  severityNumber: [2, 'int32'],
  severityText: [3, 'string'],
  body: [5, ANY_VALUE],
  attributes: [6, KEY_VALUE, 'repeated'],
  droppedAttributesCount: [7, 'uint32'],
  flags: [8, 'fixed32'],
  traceId: [9, 'hex'],
  spanId: [10, 'hex'],
  observedTimeUnixNano: [11, 'fixed64'],
  eventName: [12, 'string'],
});

// Exemplars and metric metadata are not stored, so they are omitted like unknown fields.
const NUMBER_POINT = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  asDouble: [4, 'double'],
  asInt: [6, 'sfixed64'],
  attributes: [7, KEY_VALUE, 'repeated'],
  flags: [8, 'uint32'],
});
const HISTOGRAM_POINT = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64', 'repeated'],
  explicitBounds: [7, 'double', 'repeated'],
  attributes: [9, KEY_VALUE, 'repeated'],
  flags: [10, 'uint32'],
  min: [11, 'double'],
  max: [12, 'double'],
});
const BUCKETS = message({ offset: [1, 'sint32'], bucketCounts: [2, 'uint64', 'repeated'] });
const EXPONENTIAL_POINT = message({
  attributes: [1, KEY_VALUE, 'repeated'],
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  scale: [6, 'sint32'],
  zeroCount: [7, 'fixed64'],
  positive: [8, BUCKETS],
  negative: [9, BUCKETS],
  flags: [10, 'uint32'],
  min: [12, 'double'],
  max: [13, 'double'],
  zeroThreshold: [14, 'double'],
});
const SUMMARY_POINT = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  quantileValues: [6, message({ quantile: [1, 'double'], value: [2, 'double'] }), 'repeated'],
  attributes: [7, KEY_VALUE, 'repeated'],
  flags: [8, 'uint32'],
});
const METRIC = message({
  name: [1, 'string'],
  description: [2, 'string'],
  unit: [3, 'string'],
  gauge: [5, message({ dataPoints: [1, NUMBER_POINT, 'repeated'] })],
  sum: [
    7,
    message({
      dataPoints: [1, NUMBER_POINT, 'repeated'],
      aggregationTemporality: [2, 'int32'],
      isMonotonic: [3, 'bool'],
    }),
  ],
  histogram: [9, message({ dataPoints: [1, HISTOGRAM_POINT, 'repeated'], aggregationTemporality: [2, 'int32'] })],
  exponentialHistogram: [
    10,
    message({ dataPoints: [1, EXPONENTIAL_POINT, 'repeated'], aggregationTemporality: [2, 'int32'] }),
  ],
  summary: [11, message({ dataPoints: [1, SUMMARY_POINT, 'repeated'] })],
});

function request(group: string, scopeGroup: string, items: string, item: MessageSchema): MessageSchema {
  const scopes = message({ scope: [1, SCOPE], [items]: [2, item, 'repeated'], schemaUrl: [3, 'string'] });
  const groups = message({ resource: [1, RESOURCE], [scopeGroup]: [2, scopes, 'repeated'], schemaUrl: [3, 'string'] });
  return message({ [group]: [1, groups, 'repeated'] });
}

/** The Export*ServiceRequest of each signal. */
export const REQUESTS: Readonly<Record<Signal, MessageSchema>> = {
  traces: request('resourceSpans', 'scopeSpans', 'spans', SPAN),
  logs: request('resourceLogs', 'scopeLogs', 'logRecords', LOG_RECORD),
  metrics: request('resourceMetrics', 'scopeMetrics', 'metrics', METRIC),
};
