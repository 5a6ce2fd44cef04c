import { encodeJson } from '@svc/otlp';
import {
  Budget,
  type JsonObject,
  type PartedTranslation,
  type TranslatedPart,
  type TranslationLimits,
} from '@svc/otlp/wire';
import { addCheckIn } from './check-in.js';
import { countClientReport } from './envelope/client-report.js';
import { dropReason } from './envelope/dropped-items.js';
import { readEnvelope, readObject, type EnvelopeItem } from './envelope/read-envelope.js';
import { addEvent } from './events/event.js';
import { Output, type SentrySignal } from './fields/output.js';
import { toEventId } from './fields/read-fields.js';
import { addLogs } from './logs.js';
import { addSpans } from './spans/span-items.js';
import { addTransaction } from './spans/transaction.js';

/** An envelope, or the single event that older SDKs send. */
export type SentryFormat = 'envelope' | 'store';

const SIGNALS: readonly SentrySignal[] = ['logs', 'traces'];

type Handler = (payload: JsonObject, header: JsonObject, output: Output) => void;

const HANDLERS = new Map<string, Handler>([
  ['check_in', addCheckIn],
  ['client_report', (report, _, output) => countClientReport(report, output)],
  ['event', addEvent],
  ['log', addLogs],
  ['span', addSpans],
  ['transaction', addTransaction],
]);

/**
 * Translates what Sentry's SDKs send to OTLP: errors, messages, logs and check-ins become log records; transactions and spans become
 * spans. All else is counted by reason.
 *
 * @throws ServiceError invalid_request that names the item, or payload_too_large.
 */
export function translateSentry(
  format: SentryFormat,
  bytes: Uint8Array,
  { maxBytes, maxItems }: TranslationLimits,
): PartedTranslation {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const output = new Output(new Budget(maxItems, maxBytes));
  const eventId = format === 'store' ? addStored(body, output) : addEnvelope(body, output);
  const parts: TranslatedPart[] = [];
  let bytesLeft = maxBytes;
  for (const signal of SIGNALS) {
    const request = output.request(signal);
    if (!request) continue;
    const encoded = encodeJson(signal, request, bytes.length, bytesLeft);
    parts.push({ signal, body: encoded });
    bytesLeft -= encoded.byteLength;
  }
  const { dropped, carried } = output;
  return { parts, eventId, dropped, carried };
}

function addStored(body: Buffer, output: Output): string | undefined {
  const event = readObject(body, 'body');
  (event['type'] === 'transaction' ? addTransaction : addEvent)(event, {}, output);
  return toEventId(event['event_id']);
}

function addEnvelope(body: Buffer, output: Output): string | undefined {
  const { header, items } = readEnvelope(body, output.budget);
  let eventId = toEventId(header['event_id']);
  for (const item of items) {
    const payload = addItem(item, header, output);
    eventId ??= toEventId(payload?.['event_id']);
  }
  return eventId;
}

function addItem({ type, payload, path }: EnvelopeItem, header: JsonObject, output: Output): JsonObject | undefined {
  const handle = HANDLERS.get(type);
  if (!handle) return void output.drop(dropReason(type));
  const content = readObject(payload, path);
  handle(content, header, output);
  return content;
}
