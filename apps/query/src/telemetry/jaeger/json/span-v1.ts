import { kindName } from '@svc/reading/signals';
import { zeroIdToUndefined } from '@svc/reading/statement';
import type { JaegerSpanRow } from '../jaeger.query.js';
import { textTag, toTags, type Tag } from './tags.js';

interface Reference {
  readonly refType: 'CHILD_OF' | 'FOLLOWS_FROM';
  readonly traceID: string;
  readonly spanID: string;
}

/** A span as in version 1 of the interface; its times are in microseconds. @param processID names its resource. */
export function toSpanV1(row: JaegerSpanRow, processID: string) {
  return {
    traceID: toJaegerId(row.id),
    spanID: row.span_id_hex,
    operationName: row.name,
    references: references(row),
    startTime: toMicroseconds(row.timestamp_ns),
    duration: toMicroseconds(row.duration_ns),
    tags: tags(row),
    logs: row.events_timestamp_ns.map((time, index) => ({
      timestamp: toMicroseconds(time),
      fields: eventFields(row, index),
    })),
    processID,
    warnings: null,
  };
}

/** Jaeger writes IDs of 64 bits, which begin with zeros here, in 16 digits. */
export function toJaegerId(traceId: string): string {
  return traceId.startsWith('0'.repeat(16)) ? traceId.slice(16) : traceId;
}

function references(row: JaegerSpanRow): Reference[] {
  const parent = zeroIdToUndefined(row.parent_span_id_hex);
  const links = row.links_trace_id_hex.map((traceId, index): Reference => ({
    // Spans of OpenTracing that came through a Collector say so.
    refType: row.links_attributes[index]?.['opentracing.ref_type'] === 'child_of' ? 'CHILD_OF' : 'FOLLOWS_FROM',
    traceID: toJaegerId(traceId),
    spanID: row.links_span_id_hex[index] ?? '',
  }));
  if (parent === undefined) return links;
  return [{ refType: 'CHILD_OF', traceID: toJaegerId(row.id), spanID: parent }, ...links];
}

/** The attributes of a span and the tags that Jaeger makes of its other parts. */
function tags(row: JaegerSpanRow): Tag[] {
  const { kind, status_code: status } = row;
  const made: readonly (readonly [name: string, value: string])[] = [
    ['otel.scope.name', row.scope_name],
    ['otel.scope.version', row.scope_version],
    ['span.kind', kind === 0 ? '' : kindName(kind)],
    ['otel.status_code', status === 2 ? 'ERROR' : status === 1 ? 'OK' : ''],
    ['otel.status_description', row.status_message],
    ['w3c.tracestate', row.trace_state],
  ];
  return [
    ...toTags(row.attributes, row.attribute_types),
    ...made.filter(([, value]) => value !== '').map(([name, value]) => textTag(name, value)),
    ...(status === 2 ? [{ key: 'error', type: 'bool', value: true } as const] : []),
  ];
}

function eventFields(row: JaegerSpanRow, index: number): Tag[] {
  const name = row.events_name[index] ?? '';
  return [
    ...(name === '' ? [] : [textTag('event', name)]),
    ...toTags(row.events_attributes[index] ?? {}, row.events_attribute_types[index] ?? ''),
  ];
}

/** Exact until the year 2255. */
function toMicroseconds(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1000n);
}
