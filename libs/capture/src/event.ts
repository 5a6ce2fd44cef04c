import { isSensitiveName, redactText, type JsonValue } from '@svc/redaction';
import { EXCEPTION, GROUP_IDENTIFY, isReserved, type CapturedEvent } from './captured-event.js';
import { GROUPS, readGroups } from './groups.js';
import { EventRefusal } from './refusal.js';
import { parseInstant } from './rfc3339.js';
import { sanitizeProperties, type JsonObject } from './sanitize.js';
import { checkId, checkText } from './text.js';
import type { ForeignWire } from './wires/wire.js';
import { readWrites } from './writes.js';

/** Context of a request besides its body. */
export interface CaptureContext {
  readonly receivedAtNs: bigint;
  readonly retentionDays: number;
  /** Whether the key may be public; see `credibleTime`. */
  readonly isPublishable?: boolean;
  /** The format of the body; our own if absent. */
  readonly wire?: ForeignWire | undefined;
}

const DAY_NS = 86_400_000_000_000n;
/**
 * The maximum time by which a client clock may be ahead. The time decides which write wins, so a write from the future
 * would win for too long.
 */
const AHEAD_NS = DAY_NS;
/** The range of times that the tables can store. */
const EARLIEST_NS = -2_208_988_800_000_000_000n;

/** Equal to the maximum of distinct IDs; reads accept no longer names. */
const MAX_EVENT_BYTES = 200;

/** Validates and sanitizes one event. Throws an EventRefusal. `messageId` is used if the event has none. */
export function readEvent(given: JsonValue, context: CaptureContext, messageId: () => string): CapturedEvent {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new EventRefusal('invalid_type', 'event');
  const fields = given;
  const event = eventName(fields['event']);
  const distinctId = checkId(required(fields['distinct_id'], 'distinct_id'), 'distinct_id');
  const properties = object(fields['properties'], 'properties');
  const anonDistinctId = optionalId(fields['anon_distinct_id'], 'anon_distinct_id');
  const sessionId = optionalId(fields['session_id'], 'session_id') || promoted(properties, ['$session_id']);
  const givenId = optionalId(fields['message_id'], 'message_id');
  const groups = readGroups(event, fields, properties);
  const givenNs = timestamp(fields['timestamp'], event, context);
  const unset = array(fields['unset'], 'unset');
  if (event === GROUP_IDENTIFY && unset) throw new EventRefusal('unset_not_supported', 'unset');
  const writes = readWrites({
    set: object(fields['set'], 'set'),
    setOnce: object(fields['set_once'], 'set_once'),
    unset,
  });
  const isLink = anonDistinctId !== '' && anonDistinctId !== distinctId;
  const isWrite = writes.length > 0 || isReserved(event);
  const timestampNs = context.isPublishable ? credibleTime(givenNs, context, { isLink, isWrite }) : givenNs;
  const sanitized = properties ? sanitizeProperties(properties, 'properties', GROUPS, event === EXCEPTION) : '{}';
  return {
    event,
    distinctId,
    anonDistinctId,
    sessionId,
    timestampNs,
    messageId: givenId || messageId(),
    groups,
    writes,
    traceId: traceId(properties),
    environment: promoted(properties, ['$environment', 'environment', 'deployment.environment.name']),
    serviceName: promoted(properties, ['$service', 'service', 'service_name', 'service.name']),
    release: promoted(properties, ['$release', 'release', 'service.version']),
    properties: isReserved(event) ? '' : sanitized,
  };
}

/** Names repeat, and a cache lookup is cheaper than a check. The cache is cleared beyond this size. */
const MAX_KNOWN = 10_000;
const goodNames = new Set<string>();

function eventName(given: JsonValue | undefined): string {
  const name = required(given, 'event');
  if (typeof name !== 'string') throw new EventRefusal('invalid_type', 'event');
  if (goodNames.has(name)) return name;
  checkText(name, MAX_EVENT_BYTES, 'too_long', 'event');
  if (name.trim() === '') throw new EventRefusal('missing_field', 'event');
  if (isSensitiveName(name)) throw new EventRefusal('sensitive_event_name', 'event');
  if (goodNames.size >= MAX_KNOWN) goodNames.clear();
  goodNames.add(name);
  return name;
}

function timestamp(
  given: JsonValue | undefined,
  event: string,
  { receivedAtNs, retentionDays }: CaptureContext,
): bigint {
  if (given === undefined || given === null) return receivedAtNs;
  if (typeof given !== 'string') throw new EventRefusal('invalid_type', 'timestamp');
  const time = parseInstant(given);
  if (time === undefined) throw new EventRefusal('invalid_timestamp', 'timestamp');
  // Writes of reserved events do not expire, so the retention does not limit their time.
  const oldest = isReserved(event) ? EARLIEST_NS : receivedAtNs - BigInt(retentionDays) * DAY_NS;
  if (time < oldest || time > receivedAtNs + AHEAD_NS) throw new EventRefusal('timestamp_out_of_range', 'timestamp');
  return time;
}

/**
 * Limits the time of an event from an untrusted sender. A write cannot be ahead of its receipt, or it would outlast the
 * writes of a backend. A link counts from its receipt, because a backdated one would precede, and so undo, the known
 * identity of an ID.
 */
function credibleTime(
  givenNs: bigint,
  { receivedAtNs }: CaptureContext,
  { isLink, isWrite }: { readonly isLink: boolean; readonly isWrite: boolean },
): bigint {
  return isLink || (isWrite && givenNs > receivedAtNs) ? receivedAtNs : givenNs;
}

function required(given: JsonValue | undefined, field: string): JsonValue {
  if (given === undefined || given === null || given === '') throw new EventRefusal('missing_field', field);
  return given;
}

/** JSON null and the empty string count as an absent field. */
function isAbsent(given: JsonValue | undefined): given is undefined | null | '' {
  return given === undefined || given === null || given === '';
}

function optionalId(given: JsonValue | undefined, field: string): string {
  return isAbsent(given) ? '' : checkId(given, field);
}

function object(given: JsonValue | undefined, field: string): JsonObject | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) throw new EventRefusal('invalid_type', field);
  return given;
}

function array(given: JsonValue | undefined, field: string): readonly JsonValue[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (!Array.isArray(given)) throw new EventRefusal('invalid_type', field);
  return given;
}

const MAX_PROMOTED = 200;

/** Returns the first of some properties that is a short text; its value gets a separate column. */
function promoted(properties: JsonObject | undefined, names: readonly string[]): string {
  for (const name of names) {
    const value = properties?.[name];
    if (
      typeof value === 'string' &&
      value !== '' &&
      value.length <= MAX_PROMOTED &&
      Object.hasOwn(properties ?? {}, name)
    )
      return redactText(value, name);
  }
  return '';
}

function traceId(properties: JsonObject | undefined): string {
  const value = properties?.['$trace_id'] ?? properties?.['trace_id'];
  return typeof value === 'string' && /^(?!0{32})[0-9a-f]{32}$/i.test(value) ? value.toLowerCase() : '';
}
