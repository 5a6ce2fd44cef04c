import { invalidField } from '@svc/service-error';
import type { Budget } from './budget.js';

/** A value of JSON; integers that do not fit a double are bigint. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** An attribute in the JSON of OTLP. */
export interface JsonAttribute {
  readonly key: string;
  readonly value: object;
}

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in the JSON of OTLP. Objects, and what an array has inside of another one, are texts of JSON. */
export function toAnyValue(value: Json, budget: Budget): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint')
    return value >= INT64.min && value <= INT64.max ? { intValue: value } : { stringValue: String(value) };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
  return Array.isArray(value) ? toArray(value as readonly Json[], budget) : { stringValue: toJsonText(value) };
}

function toArray(items: readonly Json[], budget: Budget): object {
  const values = items.map((item) => {
    budget.take();
    return typeof item === 'object' ? { stringValue: toJsonText(item) } : toAnyValue(item, budget);
  });
  return { arrayValue: { values } };
}

/** The text of a value, with integers beyond a double as texts. @throws ServiceError invalid_request for one that is too deep to write. */
export function toJsonText(value: Json): string {
  try {
    return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
  } catch (cause) {
    if (cause instanceof RangeError) throw invalidField('body', 'has values that are nested too deep');
    throw cause;
  }
}
