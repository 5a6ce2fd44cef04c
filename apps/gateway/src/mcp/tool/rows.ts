import type { JsonObject, JsonValue } from '@svc/contract';

/** The list of objects of an answer; empty if it has none. */
export function rowsOf(json: JsonObject | undefined, name: string): JsonObject[] {
  const list = json?.[name];
  return Array.isArray(list) ? (list as JsonObject[]) : [];
}

/** An object of an answer; empty if it has none. */
export function objectOf(json: JsonObject | undefined, name: string): JsonObject {
  const value = json?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The fields of a row that are not empty, in this order. */
export function pick(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (isEmpty(row[name]) ? [] : [[name, row[name] ?? null]])));
}

export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A number of an answer; 0 if it is absent. */
export function numberOf(row: JsonObject | undefined, name: string): number {
  const value = row?.[name];
  return typeof value === 'number' ? value : 0;
}

/** A word of the product in an answer, such as a status; empty if it is absent. */
export function wordOf(row: JsonObject, name: string): string {
  const value = row[name];
  return typeof value === 'string' && /^[a-z0-9_]{1,40}$/.test(value) ? value : '';
}

/** A number of milliseconds in words, such as `412 ms`. */
export function milliseconds(value: number): string {
  return `${Math.round(value * 100) / 100} ms`;
}
