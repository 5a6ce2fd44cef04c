import { textAttribute, type OfResource } from './otlp-sender.js';
import type { Attributes, LogRecord, Origin, PointRecord, SpanRecord } from './shop/records.js';

const ERROR = 2;

/** Records of OTLP/JSON, each with its resource. */
export function toOtlp({
  spans,
  logs,
  points,
}: {
  readonly spans: readonly SpanRecord[];
  readonly logs: readonly LogRecord[];
  readonly points: readonly PointRecord[];
}): { readonly signal: 'traces' | 'logs' | 'metrics'; readonly items: readonly OfResource<object>[] }[] {
  const metrics = Map.groupBy(points, ({ origin, metric }) => JSON.stringify([origin, metric]));
  return [
    { signal: 'traces', items: spans.map((span) => ({ ...resourceOf(span.origin), item: toSpan(span) })) },
    { signal: 'logs', items: logs.map((record) => ({ ...resourceOf(record.origin), item: toLog(record) })) },
    {
      signal: 'metrics',
      items: [...metrics.values()].flatMap((alike) => {
        const [first] = alike;
        return first ? [{ ...resourceOf(first.origin), item: toGauge(first, alike) }] : [];
      }),
    },
  ];
}

function resourceOf({ service, version, instance, environment }: Origin): Omit<OfResource<object>, 'item'> {
  const resource = {
    'deployment.environment.name': environment,
    'service.instance.id': instance,
    ...(version !== '' && { 'service.version': version }),
  };
  return { service, resource };
}

function toSpan({ traceId, spanId, parentSpanId, name, kind, start, end, hasFailed, attributes, events }: SpanRecord) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: toNanoseconds(start),
    endTimeUnixNano: toNanoseconds(end),
    status: hasFailed ? { code: ERROR } : {},
    attributes: toAttributes(attributes),
    events: events.map((event) => ({
      timeUnixNano: toNanoseconds(event.at),
      name: event.name,
      attributes: toAttributes(event.attributes),
    })),
  };
}

function toLog({ at, severity, body, traceId, spanId }: LogRecord) {
  return { timeUnixNano: toNanoseconds(at), severityNumber: severity, body: { stringValue: body }, traceId, spanId };
}

function toGauge({ metric, unit }: PointRecord, points: readonly PointRecord[]) {
  const dataPoints = points.map(({ at, value, attributes }) => ({
    timeUnixNano: toNanoseconds(at),
    asDouble: value,
    attributes: toAttributes(attributes),
  }));
  return { name: metric, unit, gauge: { dataPoints } };
}

function toAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) =>
    typeof value === 'string' ? textAttribute(key, value) : { key, value: { intValue: String(value) } },
  );
}

function toNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)}000`;
}
