import { isJsonObject, toJsonText, type Json } from '@svc/otlp/wire';

/** Deeper members are texts of JSON. */
const DEEPEST = 8;

/**
 * A value in the JSON of OTLP with lists and objects as such. It is stored as JSON too, but redaction reads each text in it alone, so that
 * it replaces no more than that: a text of JSON might not be JSON afterwards.
 */
export function toNestedValue(value: Json, depth = 0): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { stringValue: String(value) };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
  if (value === null) return {};
  if (depth === DEEPEST) return { stringValue: toJsonText(value) };
  if (!isJsonObject(value)) return { arrayValue: { values: value.map((item) => toNestedValue(item, depth + 1)) } };
  const values = Object.entries(value).map(([key, member]) => ({ key, value: toNestedValue(member, depth + 1) }));
  return { kvlistValue: { values } };
}
