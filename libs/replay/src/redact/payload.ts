import { REDACTED, type JsonValue } from '@svc/redaction';
import { isObject, type JsonObject } from '../events/event.js';
import { MASK, type MaskedPlace } from './masked.js';
import type { Texts } from './texts.js';

/** Headers of which the value is kept; the others are removed. */
const KEPT_HEADERS = new Set(['content-type', 'content-length', 'accept', 'cache-control', 'traceparent']);
const HEADERS = /^(?:request|response)?_?headers$/i;
const BODIES = /^(?:request|response)?_?(?:body|payload|content)$/i;
const URL_NAMES = /^(?:href|url|uri|src|referrer|from|to|path|location)$/i;
const LOOKS_LIKE_URL = /^(?:[a-z][a-z0-9+.-]{1,31}:\/\/|\/)[^\s]*$/i;
/** Levels of nesting below which a payload is removed. */
const MAX_DEPTH = 64;

/** Where a payload comes from. Those of requests have rules for headers and bodies. */
export type PayloadOrigin = 'console' | 'network' | 'other';

const PLACES: Readonly<Record<PayloadOrigin, MaskedPlace>> = {
  console: 'console',
  network: 'network',
  other: 'attribute',
};

/** Redacts every text in the payload of a plugin, of a custom event, or of an event that is not known; and the names of its members. */
export function redactPayload(value: JsonValue, origin: PayloadOrigin, texts: Texts): JsonValue {
  return redactValue(value, '', { origin, texts, depth: 0 });
}

interface Position {
  readonly origin: PayloadOrigin;
  readonly texts: Texts;
  readonly depth: number;
}

function redactValue(value: JsonValue, name: string, position: Position): JsonValue {
  if (position.origin === 'network' && BODIES.test(name)) return remove(value, position);
  if (position.origin === 'network' && HEADERS.test(name)) return redactHeaders(value, position);
  if (typeof value === 'string') return redactString(value, name, position);
  if (typeof value !== 'object' || value === null) return redactScalar(value, name, position);
  const { texts, depth } = position;
  if (!Array.isArray(value) && texts.isCredential(name)) {
    texts.count(PLACES[position.origin]);
    return REDACTED;
  }
  if (depth >= MAX_DEPTH) {
    texts.count('removed');
    return null;
  }
  const inner = { ...position, depth: depth + 1 };
  if (Array.isArray(value)) return value.map((element) => redactValue(element, name, inner));
  const redacted: JsonObject = {};
  for (const [member, content] of Object.entries(value))
    redacted[texts.name(member)] = redactValue(content, member, inner);
  return redacted;
}

/** A number can be a secret, such as a code, if its name says so. */
function redactScalar<Value extends number | boolean | null>(value: Value, name: string, { texts }: Position) {
  if (typeof value !== 'number' || name === '' || !texts.isCredential(name)) return value;
  texts.count('attribute');
  return MASK;
}

function redactString(text: string, name: string, { origin, texts }: Position): string {
  if (texts.isCredential(name)) return texts.put(PLACES[origin], text, text === '' ? '' : REDACTED);
  const isUrl = URL_NAMES.test(name) || (origin === 'network' && name === 'name') || LOOKS_LIKE_URL.test(text);
  if (isUrl) return texts.url(text);
  return texts.search(text, PLACES[origin], name);
}

function remove(value: JsonValue, { texts }: Position): null {
  if (hasContent(value)) texts.count('removed');
  return null;
}

/** Headers as an object, or as a list of objects with a name and a value. */
function redactHeaders(headers: JsonValue, position: Position): JsonValue {
  const { texts } = position;
  if (Array.isArray(headers)) {
    const named = headers.filter((header) => isObject(header) && isKept(header['name']));
    if (named.length < headers.length) texts.count('removed');
    return named.map((header) => redactValue(header, '', { ...position, depth: position.depth + 1 }));
  }
  if (!isObject(headers)) return remove(headers, position);
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(headers)) {
    if (isKept(name) && typeof value === 'string') kept[name] = texts.search(value, 'network');
    else texts.count('removed');
  }
  return kept;
}

const isKept = (name: JsonValue | undefined): boolean =>
  typeof name === 'string' && KEPT_HEADERS.has(name.toLowerCase());

/** Whether a value has any content; what is empty is not counted as removed. */
const hasContent = (value: JsonValue | undefined): boolean =>
  !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) &&
  !(isObject(value) && Object.keys(value).length === 0);
