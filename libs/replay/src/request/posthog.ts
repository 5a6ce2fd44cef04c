import { postHogCalls, readForeignText, readStableId } from '@svc/capture';
import { parseTimestamp } from '@svc/contract';
import type { JsonValue } from '@svc/redaction';
import { invalidField, ServiceError } from '@svc/service-error';
import { isObject, type JsonObject } from '../events/event.js';
import type { ChunkPlace } from './read-request.js';
import { timedPlaces } from './timed-seq.js';

/** Events of PostHog in one request. Its SDK puts what was recorded in three seconds into one or two. */
const MAX_CALLS = 100;
/** Names and versions of SDKs. */
const NAME = /^[\w@/.+ -]{1,90}$/;
/** What the SDK for pages calls itself. */
const PAGE_LIBRARY = 'web';

/** An event `$snapshot` of PostHog as a request to `POST /api/v1/replay` without a place. */
export interface TranslatedChunk {
  /** Where it may be stored, see `timedPlaces`. */
  readonly places: readonly ChunkPlace[];
  /** The same bytes for each attempt of the SDK, which changes the time of sending beside the event. */
  readonly body: Uint8Array;
  /** Where the event is in the request of the SDK, such as `[2].`. */
  readonly path: string;
}

/**
 * Translates a request of a recorder of PostHog. Each of its events becomes a chunk, because the SDK divides a request between events when
 * it repeats it while a page is left.
 *
 * @throws ServiceError invalid_request that names the field.
 */
export function translatePostHog(body: Uint8Array): TranslatedChunk[] {
  const request = parse(readForeignText(body));
  const calls = postHogCalls(request);
  if (calls.length === 0 || calls.length > MAX_CALLS) throw invalid(`the body must have 1 to ${MAX_CALLS} events`);
  const list = Array.isArray(request) ? '' : 'batch';
  return calls.map((call, index) => translate(call as JsonValue, call === request ? '' : `${list}[${index}].`));
}

/** The name that a field of a translated chunk has in the request of the SDK. */
export function postHogField(field: string, path: string): string {
  const [, name = '', rest = ''] = /^(\w+)(.*)$/s.exec(field) ?? [];
  const own = FIELDS[name];
  return own === undefined ? field : `${path}properties.${own}${rest}`;
}

const FIELDS: Readonly<Record<string, string>> = { events: '$snapshot_data', distinct_id: 'distinct_id' };

function translate(call: JsonValue, path: string): TranslatedChunk {
  if (!isObject(call) || call['event'] !== '$snapshot') throw invalidField(`${path}event`, 'must be $snapshot');
  const properties = isObject(call['properties']) ? call['properties'] : {};
  const { $session_id, $window_id, $snapshot_data, $lib, $lib_version, distinct_id = call['distinct_id'] } = properties;
  const sessionId = readStableId($session_id, `${path}properties.$session_id`);
  const windowId = readStableId($window_id ?? sessionId, `${path}properties.$window_id`);
  const events = isObject($snapshot_data) ? [$snapshot_data] : $snapshot_data;
  const chunk = {
    distinct_id: typeof distinct_id === 'number' ? String(distinct_id) : distinct_id,
    sent_at: timeOf(call),
    sdk: `${$lib === PAGE_LIBRARY ? 'posthog-js' : nameOf($lib)} ${nameOf($lib_version)}`.trim(),
    events,
  };
  const [first] = Array.isArray(events) ? events : [];
  const firstType = isObject(first) ? first['type'] : undefined;
  const places = timedPlaces({ sessionId, windowId }, firstTime(events), firstType);
  return { places, body: toBody(chunk, path), path };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The message of the parser quotes the text, so it is not forwarded.
    throw invalid('the body must be JSON');
  }
}

/** When the browser made the event; its retries have the same time. */
function timeOf({ timestamp }: JsonObject): string | undefined {
  if (typeof timestamp !== 'string') return undefined;
  const instant = parseTimestamp(timestamp);
  return instant && 'nanos' in instant ? timestamp : undefined;
}

/** The time of the first event in milliseconds since 1970. Events that have none are refused when the chunk is read. */
function firstTime(events: JsonValue | undefined): number {
  if (!Array.isArray(events)) return 0;
  const times = events.map((event) => (isObject(event) ? event['timestamp'] : undefined));
  const known = times.filter((time): time is number => typeof time === 'number' && time >= 0 && time < Infinity);
  return known.reduce((least, time) => Math.min(least, time), known[0] ?? 0);
}

const nameOf = (value: JsonValue | undefined): string => (typeof value === 'string' && NAME.test(value) ? value : '');

function toBody(chunk: object, path: string): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(chunk));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw invalidField(`${path}properties.$snapshot_data`, 'is nested too deeply');
  }
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_request', { message });
