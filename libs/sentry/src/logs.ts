import { isJsonObject, toJsonText, type JsonObject } from '@svc/otlp/wire';
import type { Output } from './fields/output.js';
import { toContextId, toItems, toText, toTime } from './fields/read-fields.js';
import { readTypedAttributes } from './fields/typed-attributes.js';

const LARGEST_SEVERITY = 24;
/** The address of the server that has sent a log, and the name that the SDK for Go has for it. */
const HOSTS = ['server.address', 'sentry.server.address'];
/** The attribute that SDKs named the active span in before logs had a field for it. */
const ACTIVE_SPAN = 'sentry.trace.parent_span_id';

/** Adds the logs of an item, `{items: [{timestamp, trace_id, level, body, attributes}]}`; an item may also be a single log. */
export function addLogs(payload: JsonObject, header: JsonObject, output: Output): void {
  const sent = Array.isArray(payload['items']) ? toItems(payload['items']) : [payload];
  for (const log of sent) {
    output.budget.take();
    if (isJsonObject(log)) addLog(log, header, output);
    else output.drop('invalid_log');
  }
}

function addLog(log: JsonObject, header: JsonObject, output: Output): void {
  const { body, level, severity_number: severity } = log;
  const { resource, list, get } = readTypedAttributes(log['attributes'], header, output.budget, HOSTS);
  const isSeverity = typeof severity === 'number' && Number.isInteger(severity) && severity > 0;
  output.add(
    'logs',
    { resource },
    {
      timeUnixNano: toTime(log['timestamp']),
      severityNumber: isSeverity && severity <= LARGEST_SEVERITY ? severity : null,
      severityText: toText(level) ?? null,
      body: { stringValue: toText(body) ?? (body === undefined ? '' : toJsonText(body)) },
      attributes: list.attributes,
      traceId: toContextId(log['trace_id'], 'traceId'),
      spanId: toContextId(log['span_id'] ?? get(ACTIVE_SPAN), 'spanId'),
    },
  );
  output.carry('logs');
}
