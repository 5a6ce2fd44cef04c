import { AttributeList, type Json, type JsonObject } from '@svc/otlp/wire';
import { toNestedValue } from '../fields/nested-value.js';
import type { Output } from '../fields/output.js';
import { toContextId, toEventId, toFields, toItems, toText, toTime } from '../fields/read-fields.js';
import { eventResource } from '../fields/resource.js';
import { addBreadcrumbs } from './breadcrumbs.js';
import { addContext } from './context.js';
import { readError, type ReportedError } from './exceptions.js';

/** Severity numbers of OpenTelemetry by the levels of events. */
const SEVERITIES = new Map([
  ['fatal', 21],
  ['critical', 21],
  ['error', 17],
  ['warning', 13],
  ['info', 9],
  ['log', 9],
  ['debug', 5],
]);
const DEFAULT_LEVEL = 'error';

/** Adds an event, which is an error or a message, as a log record with the attributes that make it an error. */
export function addEvent(event: JsonObject, header: JsonObject, output: Output): void {
  const { budget } = output;
  budget.take();
  const message = readMessage(event);
  const error = readError(event, message, output);
  const list = new AttributeList(budget);
  if (error) addError(list, error, event);
  list.add('log.record.uid', toEventId(header['event_id']) ?? toEventId(event['event_id']));
  list.add('sentry.transaction', toText(event['transaction']));
  addContext(list, event, output);
  addBreadcrumbs(list, event['breadcrumbs'], output);
  const level = toText(event['level']) ?? DEFAULT_LEVEL;
  const trace = toFields(toFields(event['contexts'])['trace']);
  const source = { resource: eventResource(event, header, budget), scope: toText(event['logger']) };
  output.add('logs', source, {
    timeUnixNano: toTime(event['timestamp']),
    severityNumber: SEVERITIES.get(level) ?? SEVERITIES.get(DEFAULT_LEVEL),
    severityText: level,
    body: { stringValue: message ?? describe(error) },
    attributes: list.attributes,
    traceId: toContextId(trace['trace_id'], 'traceId'),
    spanId: toContextId(trace['span_id'], 'spanId'),
  });
  output.carry(error && error.type !== '' ? 'errors' : 'messages');
}

function addError(list: AttributeList, error: ReportedError, event: JsonObject): void {
  const { type, message, stacktrace, handled, mechanism, debugIds } = error;
  list.add('exception.type', toText(type));
  list.add('exception.message', toText(message));
  if (stacktrace) list.set('exception.stacktrace', stacktrace);
  list.add('exception.handled', handled);
  list.add('exception.mechanism', mechanism);
  list.add('exception.fingerprint', readFingerprint(event['fingerprint']));
  if (debugIds.size > 0) list.set('exception.debug_ids', toNestedValue(Object.fromEntries(debugIds)));
  list.add('exception.dist', toText(event['dist']));
}

/** The text of a message with its parameters. */
function readMessage(event: JsonObject): string | undefined {
  for (const sent of [event['logentry'], event['message']]) {
    const { formatted, message } = toFields(sent);
    const text = toText(formatted) ?? toText(message) ?? toText(sent);
    if (text !== undefined) return text;
  }
  return undefined;
}

function describe(error: ReportedError | undefined): string {
  return [error?.type, error?.message].filter((part) => part !== undefined && part !== '').join(': ');
}

/** The texts to group by; undefined if the SDK leaves that to the service. */
function readFingerprint(value: Json | undefined): readonly string[] | undefined {
  const parts = toItems(value).flatMap((part) => toText(part) ?? []);
  return parts.length === 0 ? undefined : parts;
}
