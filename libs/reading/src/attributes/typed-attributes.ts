import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { parseExactJson } from '@svc/contract/exact-json';
import { LRUCache } from 'lru-cache';

/** Characters of an array or a map; a longer one would take its answer too long to parse. */
const MAX_JSON_LENGTH = 65_536;

/** The letter of each key, by the stored text. Records of the same kind share one. */
const parsed = new LRUCache<string, ReadonlyMap<string, string>>({ max: 1_000 });

/**
 * Attributes as they were sent: numbers and booleans as such, arrays and maps as JSON. A value that JSON cannot hold stays the text that is
 * stored: NaN and the infinities by name, bytes as base64, an integer that a double would change as its digits, a very long array as JSON.
 *
 * @param types as stored in `attribute_types`.
 */
export function typedAttributes(texts: Readonly<Record<string, string>>, types: string): JsonObject {
  if (types === '') return texts;
  const letters = typeLetters(types);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typedValue(text, letters.get(key))]));
}

/**
 * The letter of the type of each key, as stored in `attribute_types`: i for integers, d for other numbers, b for booleans, j for arrays and
 * maps, n for empty values. Strings have none.
 */
export function typeLetters(types: string): ReadonlyMap<string, string> {
  const known = parsed.get(types);
  if (known) return known;
  const lines = types.split('\n').filter((line) => line !== '');
  const letters = new Map(lines.map((line) => [line.slice(1), line.charAt(0)]));
  parsed.set(types, letters);
  return letters;
}

function typedValue(text: string, letter = ''): JsonValue {
  switch (letter) {
    case 'i':
    case 'd':
      return typedNumber(text);
    case 'b':
      return text === 'true' || (text === 'false' ? false : text);
    case 'j':
      return typedJson(text);
    case 'n':
      return text === '' ? null : text;
    default:
      return text;
  }
}

/** A redacted value is not a number. */
function typedNumber(text: string): JsonValue {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  const isExact = Number.isSafeInteger(number) || !/^-?\d+$/.test(text) || String(number) === text;
  return isExact ? number : text;
}

function typedJson(text: string): JsonValue {
  if (text.length > MAX_JSON_LENGTH) return text;
  try {
    return withoutBigints(parseExactJson(text));
  } catch {
    return text;
  }
}

function withoutBigints(value: unknown): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBigints(member)]));
}
