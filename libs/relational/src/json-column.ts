import type { Prisma } from './gen/client.js';

type JsonValue =
  string | number | boolean | null | undefined | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** The value if JSON does not change it; `never` in the place of what it would change, such as a date. */
type Unchanged<Value> = Prisma.InputJsonValue extends Value
  ? Value
  : Value extends JsonValue
    ? Value
    : Value extends bigint | symbol | Date | ((...parameters: never) => unknown)
      ? never
      : { readonly [Name in keyof Value]: Unchanged<Value[Name]> };

/** Prepares a value for a JSON column. Only values that JSON does not change compile. */
export function writeJson<Value extends object>(
  value: Value & Unchanged<Value>,
): Value extends readonly unknown[] ? Prisma.InputJsonArray : Prisma.InputJsonObject;
// Prisma's types of JSON have index signatures, which interfaces lack.
export function writeJson(value: object): object {
  return value;
}

/**
 * The value of a JSON column that only holds what `writeJson` was given. It is not validated, so the type of a column only changes in ways
 * that stored values fit.
 */
export function readJson<Stored>(column: Prisma.JsonValue): Stored;
export function readJson(column: unknown): unknown {
  return column;
}
