import { invalidField } from '@svc/service-error';
import type { Budget } from './budget.js';
import { isObject, type Json } from './sent-record.js';

/** Longest name in characters under which members of an object become attributes of their own, and how deep they may be. */
const LONGEST_PREFIX = 200;
const DEEPEST = 8;

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Members that hold an error, and the names of its parts: pino, Bunyan, winston, Elastic Common Schema. */
const ERRORS = new Set(['err', 'error', 'exception', 'exc']);
const ERROR_PARTS: Readonly<Record<string, string>> = {
  type: 'exception.type',
  name: 'exception.type',
  class: 'exception.type',
  message: 'exception.message',
  stack: 'exception.stacktrace',
  stack_trace: 'exception.stacktrace',
  stacktrace: 'exception.stacktrace',
};
/** Members whose text is a stack trace: winston, logback, python-json-logger. */
const STACKS = new Set(['stack', 'stack_trace', 'stacktrace', 'exc_info', 'error.stack', 'error.stack_trace']);

/** An attribute in the JSON of OTLP. */
export interface KeyValue {
  readonly key: string;
  readonly value: object;
}

/**
 * The attributes that members of a record become: those of an object under its name and a dot, arrays as arrays, errors by the names of
 * OpenTelemetry; null is nothing. The first of two with one name counts.
 */
export function toAttributes(members: readonly (readonly [string, Json])[], budget: Budget): KeyValue[] {
  const attributes = new Map<string, object>();
  const add = (name: string, value: Json): void => {
    if (value === null || attributes.has(name)) return;
    budget.take(name.length);
    attributes.set(name, toValue(value, budget));
  };
  const flatten = (name: string, value: Json, depth: number): void => {
    if (!isObject(value) || depth === DEEPEST || name.length > LONGEST_PREFIX) return add(name, value);
    for (const [part, content] of Object.entries(value)) flatten(`${name}.${part}`, content, depth + 1);
  };
  for (const [name, value] of members) {
    const lower = name.toLowerCase();
    if (ERRORS.has(lower) && isObject(value)) {
      for (const [part, content] of Object.entries(value)) {
        const known = typeof content === 'string' ? ERROR_PARTS[part] : undefined;
        if (known === undefined) flatten(`${name}.${part}`, content, 1);
        else add(known, content);
      }
    } else if (STACKS.has(lower) && typeof value === 'string') add('exception.stacktrace', value);
    else flatten(name, value, 0);
  }
  return [...attributes].map(([key, value]) => ({ key, value }));
}

/** A value in the JSON of OTLP. Objects inside an array, and those that are too deep, are texts of JSON. */
export function toValue(value: Json, budget: Budget): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint')
    return value >= INT64.min && value <= INT64.max ? { intValue: value } : { stringValue: String(value) };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
  return Array.isArray(value) ? toArray(value as readonly Json[], budget) : { stringValue: toJson(value) };
}

function toArray(items: readonly Json[], budget: Budget): object {
  const values = items.map((item) => {
    budget.take();
    return typeof item === 'object' ? { stringValue: toJson(item) } : toValue(item, budget);
  });
  return { arrayValue: { values } };
}

/** The text of a value, with integers beyond a double as texts. @throws ServiceError invalid_request for one that is too deep to write. */
export function toJson(value: Json): string {
  try {
    return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
  } catch (cause) {
    if (cause instanceof RangeError) throw invalidField('body', 'has values that are nested too deep');
    throw cause;
  }
}
