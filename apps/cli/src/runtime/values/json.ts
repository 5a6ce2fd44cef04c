/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects of a list in a response, or none if there is no such list. */
export function objectsAt(value: Json, key: string): readonly JsonObject[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
}

/** Returns the value at a dotted path of an object. */
export function valueAt(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Formats a value on one line: text unchanged, lists with commas, nothing for null. */
export function plainText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return (value as readonly Json[]).map(plainText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function printJson(value: Json): string {
  return JSON.stringify(value, null, 2) + '\n';
}
