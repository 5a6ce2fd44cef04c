import { toNumber } from '@svc/contract/exact-json';
import { classOfKey, isNumbered, REDACTED, redactLeaf, type JsonValue, type KeyClass } from '@svc/redaction';
import { EventRefusal } from './refusal.js';
import { checkLines, checkText } from './text.js';

export const MAX_ENTRIES = 250;
const MAX_DEPTH = 16;
const MAX_KEY_BYTES = 512;
const MAX_LEAF_BYTES = 32_768;

export type JsonObject = { [name: string]: JsonValue };

const REDACTED_JSON = JSON.stringify(REDACTED);

/** Property names repeat, so their JSON and order are cached. The cache is cleared beyond this size. */
const MAX_KNOWN = 10_000;
const MAX_KNOWN_LENGTH = 64;
const quoted = new Map<string, string>();

/** The field of a value and the rules for its texts. */
interface Place {
  /** Path that a refusal names. */
  readonly field: string;
  /** Whether texts may have several lines, as stacks do. */
  readonly hasLines: boolean;
}

/**
 * Returns the properties as canonical JSON, sorted by name, with personal data and credentials redacted. Throws an EventRefusal
 * if a limit is exceeded, even in a redacted value. `exempt` is a top-level member that is not changed.
 */
export function sanitizeProperties(properties: JsonObject, field: string, exempt: string, hasLines = false): string {
  return writeObject(properties, 1, { field, hasLines }, exempt);
}

/** Sanitizes the value of one property at the given depth. */
export function sanitizeValue(value: JsonValue, key: string, field: string): string {
  return writeMember(value, classOfKey(key), 1, { field, hasLines: false });
}

export function checkKey(key: string, field: string): void {
  if (!quoted.has(key)) checkText(key, MAX_KEY_BYTES, 'property_key_too_long', field);
}

function writeObject(value: JsonObject, depth: number, place: Place, exempt?: string): string {
  const names = Object.keys(value);
  checkContainer(names.length, depth, place.field);
  let text = '{';
  for (const name of names.sort()) {
    const member = value[name] ?? null;
    const json = name === exempt ? JSON.stringify(member) : writeMember(member, classOfKey(name), depth, place);
    text += `${text.length > 1 ? ',' : ''}${quote(name, place.field)}:${json}`;
  }
  return `${text}}`;
}

function writeArray(value: readonly JsonValue[], key: KeyClass, depth: number, place: Place): string {
  checkContainer(value.length, depth, place.field);
  return `[${value.map((element) => writeMember(element, key, depth, place)).join(',')}]`;
}

/** Sanitizes a member or element of a container at this depth. */
function writeMember(value: JsonValue, key: KeyClass, depth: number, place: Place): string {
  const text = writeLeafOrContainer(value, key, depth, place);
  return key === 'credential' ? REDACTED_JSON : text;
}

function writeLeafOrContainer(value: JsonValue | bigint, key: KeyClass, depth: number, place: Place): string {
  const { field, hasLines } = place;
  if (typeof value === 'string') {
    (hasLines ? checkLines : checkText)(value, MAX_LEAF_BYTES, 'string_too_long', field);
    return JSON.stringify(redactLeaf(value, key));
  }
  if (typeof value === 'number') {
    // JSON.parse turns a number that is too large for a double into Infinity, which JSON cannot represent.
    if (!Number.isFinite(value)) throw new EventRefusal('invalid_type', field);
    return isNumbered(key) && redactLeaf(String(value), key) === REDACTED ? REDACTED_JSON : String(value);
  }
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null) return 'null';
  if (typeof value === 'bigint') {
    const number = toNumber(value);
    if (number === undefined) throw new EventRefusal('integer_not_exact', field);
    return writeLeafOrContainer(number, key, depth, place);
  }
  return Array.isArray(value) ? writeArray(value, key, depth + 1, place) : writeObject(value, depth + 1, place);
}

function checkContainer(entries: number, depth: number, field: string): void {
  if (depth > MAX_DEPTH) throw new EventRefusal('nesting_too_deep', field);
  if (entries > MAX_ENTRIES) throw new EventRefusal('too_many_entries', field);
}

function quote(name: string, field: string): string {
  const before = quoted.get(name);
  if (before !== undefined) return before;
  checkKey(name, field);
  const json = JSON.stringify(name);
  if (name.length <= MAX_KNOWN_LENGTH) {
    if (quoted.size >= MAX_KNOWN) quoted.clear();
    quoted.set(name, json);
  }
  return json;
}
