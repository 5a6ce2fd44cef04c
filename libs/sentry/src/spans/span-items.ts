import { isJsonObject, type JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toItems, toText } from '../fields/read-fields.js';
import { readTypedAttributes } from '../fields/typed-attributes.js';
import { toTraceState } from './sampling.js';
import { addChildSpan, readPlace, writeSpan } from './span.js';

/** Adds the spans of an item: `{items: []}` in the second version of the protocol, a span of a transaction in the first. */
export function addSpans(payload: JsonObject, header: JsonObject, output: Output): void {
  if (!Array.isArray(payload['items'])) {
    const { resource } = readTypedAttributes(payload['data'], header, output.budget);
    return addChildSpan(payload, { resource, traceState: toTraceState(header) }, output);
  }
  for (const span of toItems(payload['items'])) {
    output.budget.take();
    if (isJsonObject(span)) addSpan(span, header, output);
    else output.drop('invalid_span');
  }
}

function addSpan(span: JsonObject, header: JsonObject, output: Output): void {
  const place = readPlace(span, span['end_timestamp'], output);
  if (!place) return;
  const { resource, list, get } = readTypedAttributes(span['attributes'], header, output.budget);
  const operation = toText(get('sentry.op')) ?? 'default';
  writeSpan(
    output,
    { resource, traceState: toTraceState(header) },
    {
      ...place,
      operation,
      name: toText(span['name']) ?? operation,
      status: toText(span['status']) ?? '',
      kind: span['kind'] ?? get('sentry.kind') ?? get('otel.kind'),
      links: span['links'],
      get,
    },
    list,
  );
}
