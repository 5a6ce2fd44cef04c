import { fromJson } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { toNumber } from '../exact-json/index.js';
import { isJsonObject, isUsableKey, type JsonObject, type JsonValue } from './json.js';
import { childPath, itemPath } from './path.js';
import { readString } from './scalar.js';
import { Refusal, type Violations } from './violations.js';

/**
 * The maximum nesting of a request. The binary codec between services stops at 100 messages, and each level of JSON
 * takes two.
 */
export const MAX_DEPTH = 32;

export const TOO_DEEP = `must not nest deeper than ${MAX_DEPTH} levels`;

const INTEGER_NOT_EXACT = 'has more digits than JSON numbers keep; send it as a string';

/** Decodes a google.protobuf.Struct: any JSON object, unchanged and including nulls. */
export function readStruct(json: unknown, path: string, depth: number, violations: Violations): JsonObject {
  if (!isJsonObject(json)) {
    violations.add(path, 'must be an object');
    return {};
  }
  return readObject(json, path, depth, violations);
}

/** Decodes a google.protobuf.Value: any JSON, including null. */
export function readValue(json: unknown, path: string, depth: number, violations: Violations): Value {
  return fromJson(ValueSchema, readAny(json, path, depth, violations));
}

function readObject(json: Record<string, unknown>, path: string, depth: number, violations: Violations): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(json)) {
    const at = childPath(path, key);
    if (!isUsableKey(key) || readString(key) instanceof Refusal) violations.add(at, 'is no usable name');
    else result[key] = readAny(value, at, depth + 1, violations);
  }
  return result;
}

function readAny(json: unknown, path: string, depth: number, violations: Violations): JsonValue {
  if (depth > MAX_DEPTH) {
    violations.add(path, TOO_DEEP);
    return null;
  }
  if (typeof json === 'string') {
    const text = readString(json);
    if (!(text instanceof Refusal)) return text;
    violations.add(path, text.reason);
    return null;
  }
  if (Array.isArray(json))
    return json.map((item, index) => readAny(item, itemPath(path, index), depth + 1, violations));
  if (isJsonObject(json)) return readObject(json, path, depth, violations);
  if (json === null || typeof json === 'boolean') return json;
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  if (typeof json === 'bigint') {
    const number = toNumber(json);
    if (number === undefined) violations.add(path, INTEGER_NOT_EXACT);
    return number ?? null;
  }
  violations.add(path, 'must be a finite number');
  return null;
}
