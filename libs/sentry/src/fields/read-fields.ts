import { CONTEXT_IDS, isJsonObject, toInstant, type Json, type JsonObject } from '@svc/otlp/wire';

const NOTHING: JsonObject = {};
const ZERO = /^0+$/;
/** RFC 3339 without the zone, which is UTC in this protocol. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?$/;
const EVENT_ID = /^[\da-f]{32}$/;
/** Characters of a release, an environment or an SDK; the protocol permits 250. */
const LONGEST_NAME = 256;

/** The object that a member is; an empty one for anything else. */
export function toFields(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}

/** The items of a list, which older SDKs send bare and newer ones as `{values: []}`. */
export function toItems(value: Json | undefined): readonly Json[] {
  const items = isJsonObject(value) ? value['values'] : value;
  return Array.isArray(items) ? (items as readonly Json[]) : [];
}

/** The objects of a list. */
export function toObjects(value: Json | undefined): readonly JsonObject[] {
  return toItems(value).filter(isJsonObject);
}

/** A text that is not empty, or the text of a number or a boolean. */
export function toText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** A text of the header of an envelope. It is repeated for each item, so it is not longer than names of releases may be. */
export function toShortText(value: Json | undefined): string | undefined {
  return toText(value)?.slice(0, LONGEST_NAME);
}

/** Pairs that are sent as an object or as a list of two-element lists. */
export function toPairs(value: Json | undefined): readonly (readonly [string, Json])[] {
  if (isJsonObject(value)) return Object.entries(value);
  return toItems(value).flatMap((item) => {
    const [name, content = null] = Array.isArray(item) ? (item as readonly Json[]) : [];
    return typeof name === 'string' ? [[name, content] as const] : [];
  });
}

/** Nanoseconds since 1970 of seconds, or of a time in RFC 3339; null if it is neither. */
export function toTime(value: Json | undefined): bigint | null {
  if (value === undefined) return null;
  const isLocal = typeof value === 'string' && WITHOUT_ZONE.test(value);
  return toInstant(isLocal ? `${value.replace(' ', 'T')}Z` : value) ?? null;
}

/** Hexadecimal digits of an ID, which may be written as a UUID; null for another form or zeros. */
export function toContextId(value: Json | undefined, kind: keyof typeof CONTEXT_IDS): string | null {
  const digits = typeof value === 'string' ? value.replaceAll('-', '') : '';
  return CONTEXT_IDS[kind].test(digits) && !ZERO.test(digits) ? digits.toLowerCase() : null;
}

/** The 32 digits of the ID of an event. */
export function toEventId(value: Json | undefined): string | undefined {
  const digits = typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : '';
  return EVENT_ID.test(digits) ? digits : undefined;
}
