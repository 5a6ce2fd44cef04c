/** Parsed JSON. */
export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A key that can be set on an object. `__proto__` cannot: a careless copy would replace the prototype of the object instead of
 * setting a member.
 */
export function isUsableKey(key: string): boolean {
  return key !== '__proto__';
}
