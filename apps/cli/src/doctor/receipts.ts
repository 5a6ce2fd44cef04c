import { counted } from '../print/layout/units.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import type { Finding } from './check.js';

/** The items of a signal: singular and plural. */
const ITEMS: Readonly<Record<string, readonly [string, string]>> = {
  traces: ['span', 'spans'],
  logs: ['log record', 'log records'],
  metrics: ['metric point', 'metric points'],
  events: ['product event', 'product events'],
  replay: ['chunk of a recording', 'chunks of recordings'],
};

/** Reasons that are explained; the others are in the JSON. */
const EXPLAINED = 2;

/** Says what ingest.status answered: what was stored and rejected in its window, or when something last arrived. */
export function describeReceipts(status: Json, url: string): Finding {
  const signals = objectsAt(status, 'signals');
  const rejected = signals.flatMap((signal) => objectsAt(signal, 'rejected').map((row) => ({ row, signal })));
  const since = `since ${timeOfDay(isObject(status) ? status['start_time'] : undefined)}`;
  const facts = [describeStored(signals, since)];
  if (rejected.length === 0) return { message: facts.join(''), details: status, ...firstSteps(signals, url) };
  facts.push(
    `; rejected: ${rejected.map(({ row, signal }) => `${items(row, signal)} (${plainText(row['reason'])})`).join(', ')}`,
  );
  const explanations = new Set(rejected.map(({ row }) => plainText(row['explanation'])).filter((text) => text !== ''));
  return {
    status: 'warning',
    message: facts.join(''),
    next: [...explanations].slice(0, EXPLAINED).join(' ') || 'See the reasons in the reference of ingest.status.',
    details: status,
  };
}

function describeStored(signals: readonly JsonObject[], since: string): string {
  const stored = signals.filter((signal) => Number(signal['items'] ?? 0) > 0);
  if (stored.length > 0) return `stored ${since}: ${stored.map((signal) => items(signal, signal)).join(', ')}`;
  const last =
    signals
      .map((signal) => plainText(signal['last_received_at']))
      .sort()
      .at(-1) ?? '';
  return last === '' ? 'nothing has arrived yet' : `stored nothing ${since}; the last request arrived at ${last}`;
}

/** The first step in a project that has never received anything. */
function firstSteps(signals: readonly JsonObject[], url: string): Pick<Finding, 'next'> {
  if (signals.some((signal) => signal['last_received_at'] !== undefined)) return {};
  return {
    next:
      `Let an OpenTelemetry SDK send there: OTEL_EXPORTER_OTLP_ENDPOINT=${url}, OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf and ` +
      'OTEL_EXPORTER_OTLP_HEADERS=x-svc-api-key=<key> with a key that has the scope telemetry:write; or run svc send event. ' +
      'If it sends already, its log has the reason: requests that were refused as a whole (401, 403) are in no count.',
  };
}

/** Says what usage.get answered: a service without ingest.status counts by month only. */
export function describeMonth(usage: Json): Finding {
  const signals = objectsAt(usage, 'signals').filter((signal) => Number(signal['items'] ?? 0) > 0);
  const stored = signals.length === 0 ? 'nothing' : signals.map((signal) => items(signal, signal)).join(', ');
  return { message: `stored this month: ${stored}; this version of the service does not tell more` };
}

function items(counts: JsonObject, signal: JsonObject): string {
  const name = plainText(signal['signal']);
  const [one, several] = ITEMS[name] ?? [`item of ${name}`, `items of ${name}`];
  return counted(counts['items'] ?? 0, one, several);
}

/** The minute of a timestamp of the service, which is in UTC. */
function timeOfDay(timestamp: Json | undefined): string {
  return `${plainText(timestamp).slice(11, 16)} UTC`;
}
