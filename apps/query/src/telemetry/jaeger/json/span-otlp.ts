import type { JsonValue } from '@bufbuild/protobuf';
import { typedAttributes, typeLetters } from '@svc/reading/attributes';
import { zeroIdToUndefined } from '@svc/reading/statement';
import { parseDroppedCounts } from '@svc/tables';
import type { JaegerSpanRow } from '../jaeger.query.js';

/** A value of an attribute in OTLP/JSON. */
type AnyValue = Readonly<Record<string, unknown>>;

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** A span in OTLP/JSON. */
export function toSpanOtlp(row: JaegerSpanRow) {
  const dropped = parseDroppedCounts(row.dropped_counts);
  return {
    traceId: row.id,
    spanId: row.span_id_hex,
    traceState: row.trace_state || undefined,
    parentSpanId: zeroIdToUndefined(row.parent_span_id_hex),
    name: row.name,
    kind: row.kind,
    startTimeUnixNano: row.timestamp_ns,
    endTimeUnixNano: String(BigInt(row.timestamp_ns) + BigInt(row.duration_ns)),
    attributes: toKeyValues(row.attributes, row.attribute_types),
    droppedAttributesCount: dropped.attributes,
    events: row.events_timestamp_ns.map((time, index) => ({
      timeUnixNano: time,
      name: row.events_name[index] ?? '',
      attributes: toKeyValues(row.events_attributes[index] ?? {}, row.events_attribute_types[index] ?? ''),
      droppedAttributesCount: dropped.event_attributes?.[index],
    })),
    droppedEventsCount: dropped.events,
    links: row.links_trace_id_hex.map((traceId, index) => ({
      traceId,
      spanId: row.links_span_id_hex[index] ?? '',
      traceState: row.links_trace_state[index] || undefined,
      attributes: toKeyValues(row.links_attributes[index] ?? {}, row.links_attribute_types[index] ?? ''),
      droppedAttributesCount: dropped.link_attributes?.[index],
      flags: dropped.link_flags?.[index],
    })),
    droppedLinksCount: dropped.links,
    status: { code: row.status_code || undefined, message: row.status_message || undefined },
  };
}

/** Attributes as they are stored. */
function toKeyValues(texts: Readonly<Record<string, string>>, types: string): KeyValue[] {
  const letters = typeLetters(types);
  return Object.entries(typedAttributes(texts, types)).map(([key, value]) => ({
    key,
    value: toAnyValue(value, letters.get(key)),
  }));
}

/** Attributes whose types are those of their values. */
export function toKeyValuesOfValues(attributes: Readonly<Record<string, JsonValue>>): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value: JsonValue, letter = ''): AnyValue {
  if (value === null) return {};
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => toAnyValue(item)) } };
  if (typeof value === 'object') return { kvlistValue: { values: toKeyValuesOfValues(value) } };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return letter !== 'd' && Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (letter === 'i' && /^-?\d+$/.test(value)) return { intValue: value };
  return letter === 'd' ? { doubleValue: value } : { stringValue: value };
}
