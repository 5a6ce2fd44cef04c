import { AttributeList, isJsonObject, type Budget, type Json, type JsonAttribute } from '@svc/otlp/wire';

/** Members that hold an error, and the names of its parts: pino, Bunyan, winston, Elastic Common Schema. */
const ERRORS = new Set(['err', 'error', 'exception', 'exc']);
const ERROR_PARTS = new Map([
  ['type', 'exception.type'],
  ['name', 'exception.type'],
  ['class', 'exception.type'],
  ['message', 'exception.message'],
  ['stack', 'exception.stacktrace'],
  ['stack_trace', 'exception.stacktrace'],
  ['stacktrace', 'exception.stacktrace'],
]);
/** Members whose text is a stack trace: winston, logback, python-json-logger. */
const STACKS = new Set(['stack', 'stack_trace', 'stacktrace', 'exc_info', 'error.stack', 'error.stack_trace']);

/**
 * The attributes that members of a record become: those of an object under its name and a dot, arrays as arrays, errors by the names of
 * OpenTelemetry; null is nothing. The first of two with one name counts.
 */
export function toAttributes(members: readonly (readonly [string, Json])[], budget: Budget): JsonAttribute[] {
  const list = new AttributeList(budget);
  for (const [name, value] of members) {
    const lower = name.toLowerCase();
    if (ERRORS.has(lower) && isJsonObject(value)) {
      for (const [part, content] of Object.entries(value)) {
        const known = typeof content === 'string' ? ERROR_PARTS.get(part) : undefined;
        if (known === undefined) list.flatten(`${name}.${part}`, content, 1);
        else list.add(known, content);
      }
    } else if (STACKS.has(lower) && typeof value === 'string') list.add('exception.stacktrace', value);
    else list.flatten(name, value);
  }
  return list.attributes;
}
