import { isJsonObject, toAnyValue, type Budget, type Json, type JsonAttribute } from '@svc/otlp/wire';

/** Longest name in characters under which members of an object become attributes of their own, and how deep they may be. */
const LONGEST_PREFIX = 200;
const DEEPEST = 8;

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

/**
 * The attributes that members of a record become: those of an object under its name and a dot, arrays as arrays, errors by the names of
 * OpenTelemetry; null is nothing. The first of two with one name counts.
 */
export function toAttributes(members: readonly (readonly [string, Json])[], budget: Budget): JsonAttribute[] {
  const attributes = new Map<string, object>();
  const add = (name: string, value: Json): void => {
    if (value === null || attributes.has(name)) return;
    budget.take(name.length);
    attributes.set(name, toAnyValue(value, budget));
  };
  const flatten = (name: string, value: Json, depth: number): void => {
    if (!isJsonObject(value) || depth === DEEPEST || name.length > LONGEST_PREFIX) return add(name, value);
    for (const [part, content] of Object.entries(value)) flatten(`${name}.${part}`, content, depth + 1);
  };
  for (const [name, value] of members) {
    const lower = name.toLowerCase();
    if (ERRORS.has(lower) && isJsonObject(value)) {
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
