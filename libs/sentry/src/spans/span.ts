import { AttributeList, isJsonObject, type Json, type JsonObject } from '@svc/otlp/wire';
import type { Output, Source } from '../fields/output.js';
import { toContextId, toFields, toObjects, toPairs, toText, toTime } from '../fields/read-fields.js';
import { findKind } from './kind.js';
import { nameSpan } from './name.js';
import { toStatus } from './status.js';

/** Attributes of spans by the names that SDKs had for them before OpenTelemetry did. */
const RENAMED = new Map([
  ['http.fragment', 'url.fragment'],
  ['http.query', 'url.query'],
  ['http.response_content_length', 'http.response.body.size'],
  ['http.response_transfer_size', 'http.response.size'],
  ['url', 'url.full'],
]);
/** The kind, which has a field. */
const KIND_NAME = 'otel.kind';

/** Properties of a span whatever form it was sent in. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly start: bigint;
  readonly end: bigint;
  readonly operation: string;
  /** The name of a transaction; undefined if the description decides. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status: string;
  readonly kind: Json | undefined;
  readonly links: Json | undefined;
  readonly get: (name: string) => Json | undefined;
}

/** The origin of spans, and how they were sampled. */
export interface SpanSource extends Source {
  readonly traceState: string | null;
}

/** Writes a span, whose own attributes come before those that the list has. */
export function writeSpan(output: Output, source: SpanSource, sent: SentSpan, list: AttributeList): void {
  const kind = findKind(sent.kind, sent.operation);
  const name = sent.name ?? nameSpan(sent.description, sent.operation, sent.get, list);
  list.add('sentry.op', toText(sent.operation));
  const status = toStatus(sent.status, kind);
  if (!status) list.add('sentry.status', toText(sent.status));
  output.add('traces', source, {
    traceId: sent.traceId,
    spanId: sent.spanId,
    traceState: source.traceState,
    parentSpanId: sent.parentSpanId,
    name,
    kind,
    startTimeUnixNano: sent.start,
    endTimeUnixNano: sent.end,
    attributes: list.attributes,
    links: toLinks(sent.links, output),
    status,
  });
  output.carry('spans');
}

/** The IDs and times that every span must have; undefined, and counted, if one is missing. */
export function readPlace(span: JsonObject, end: Json | undefined, output: Output) {
  const [traceId, spanId] = [toContextId(span['trace_id'], 'traceId'), toContextId(span['span_id'], 'spanId')];
  const [start, endTime] = [toTime(span['start_timestamp']), toTime(end)];
  if (traceId !== null && spanId !== null && start !== null && endTime !== null) {
    const parentSpanId = toContextId(span['parent_span_id'], 'spanId');
    return { traceId, spanId, parentSpanId, start, end: endTime > start ? endTime : start };
  }
  output.drop('invalid_span');
  return undefined;
}

/** Adds a span of a transaction, or one that was sent alone in that form. */
export function addChildSpan(span: JsonObject, source: SpanSource, output: Output): void {
  output.budget.take();
  const place = readPlace(span, span['timestamp'], output);
  if (!place) return;
  const list = new AttributeList(output.budget);
  const data = toFields(span['data']);
  addData(list, data);
  for (const [name, value] of toPairs(span['tags'])) list.add(name, toText(value));
  list.add('sentry.origin', toText(span['origin']));
  list.add('sentry.exclusive_time', span['exclusive_time']);
  addMeasurements(list, span['measurements']);
  const get = getter(data);
  writeSpan(
    output,
    source,
    {
      ...place,
      operation: toText(span['op']) ?? toText(get('sentry.op')) ?? 'default',
      description: toText(span['description']),
      status: toText(span['status']) ?? '',
      kind: get(KIND_NAME) ?? span['kind'],
      links: span['links'],
      get,
    },
    list,
  );
}

export function getter(data: JsonObject): (name: string) => Json | undefined {
  return (name) => (Object.hasOwn(data, name) ? data[name] : undefined);
}

export function addData(list: AttributeList, data: JsonObject): void {
  for (const [name, value] of Object.entries(data))
    if (name !== KIND_NAME) list.flatten(RENAMED.get(name) ?? name, value);
}

/** Adds measurements, such as Web Vitals, with the units that are not implied. */
export function addMeasurements(list: AttributeList, measurements: Json | undefined): void {
  for (const [name, measurement] of Object.entries(toFields(measurements))) {
    const { value, unit } = isJsonObject(measurement) ? measurement : { value: measurement };
    list.add(`sentry.measurement.${name}`, value);
    if (unit !== 'none') list.add(`sentry.measurement.${name}.unit`, toText(unit));
  }
}

function toLinks(value: Json | undefined, output: Output): object[] {
  return toObjects(value).flatMap((link) => {
    output.budget.take();
    const [traceId, spanId] = [toContextId(link['trace_id'], 'traceId'), toContextId(link['span_id'], 'spanId')];
    if (traceId === null || spanId === null) return [];
    const list = new AttributeList(output.budget);
    for (const [name, content] of Object.entries(toFields(link['attributes'])))
      list.add(name, isJsonObject(content) ? content['value'] : content);
    return [{ traceId, spanId, attributes: list.attributes }];
  });
}
