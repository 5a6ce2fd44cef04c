import type { JsonValue } from '@svc/contract';
import { invalidField } from '@svc/service-error';

export type ConfigType = 'string' | 'number' | 'boolean' | 'json' | 'secret';

/** Maximum size of the value as JSON. */
const MAX_BYTES = 65_536;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The value of an entry as its type has it. Numbers and booleans may also be written as text, as a command line does.
 *
 * @throws ServiceError invalid_request naming the field, never the value.
 */
export function typedValue(type: ConfigType, value: JsonValue): JsonValue {
  const typed = READERS[type](value);
  if (typed === undefined) throw invalidField('config_value', `must be ${DESCRIPTIONS[type]}`);
  if (Buffer.byteLength(JSON.stringify(typed)) > MAX_BYTES) {
    throw invalidField('config_value', `must be at most ${MAX_BYTES} bytes of JSON`);
  }
  return typed;
}

const DESCRIPTIONS: Readonly<Record<ConfigType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  json: 'a JSON value',
  secret: 'a text that is not empty',
};

const READERS: Readonly<Record<ConfigType, (value: JsonValue) => JsonValue | undefined>> = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  number: readNumber,
  boolean: (value) =>
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
  json: (value) => value,
  secret: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

function readNumber(value: JsonValue): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
