import { ScalarType, type DescEnum } from '@bufbuild/protobuf';
import { toNumber } from '../exact-json/index.js';
import { Refusal } from './violations.js';

/** The value of a scalar field. */
export type Scalar = string | boolean | number | bigint | Uint8Array;

/** The largest integer that every JSON parser represents exactly: 2^53-1. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
const MAX_FLOAT32 = 3.4028234663852886e38;

interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly isBig: boolean;
}

const INT32: IntegerRange = { min: -(2 ** 31), max: 2 ** 31 - 1, isBig: false };
const UINT32: IntegerRange = { min: 0, max: 2 ** 32 - 1, isBig: false };
const INT64: IntegerRange = { min: -MAX_INTEGER, max: MAX_INTEGER, isBig: true };
const UINT64: IntegerRange = { min: 0, max: MAX_INTEGER, isBig: true };

/** Returns the range of an integer type in our JSON; undefined for other types. */
export function integerRange(type: ScalarType): IntegerRange | undefined {
  switch (type) {
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return INT32;
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return UINT32;
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return INT64;
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return UINT64;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
    case ScalarType.BOOL:
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return undefined;
  }
}

/**
 * Decodes a scalar from parsed JSON. Integers are numbers, never strings of digits, so that a body with quoted versions is
 * refused in every operation alike.
 */
export function readScalar(type: ScalarType, json: unknown): Scalar | Refusal {
  const range = integerRange(type);
  if (range) return readInteger(range, json);
  if (type === ScalarType.BOOL) return typeof json === 'boolean' ? json : new Refusal('must be true or false');
  if (type === ScalarType.STRING) return typeof json === 'string' ? readString(json) : new Refusal('must be a string');
  if (type === ScalarType.BYTES) return readBytes(json);
  return readNumber(json, type === ScalarType.FLOAT ? MAX_FLOAT32 : Number.MAX_VALUE);
}

/** Decodes a scalar from a query string or a path, where every value is text. */
export function readScalarText(type: ScalarType, text: string): Scalar | Refusal {
  if (type === ScalarType.BOOL) return readScalar(type, text === 'true' ? true : text === 'false' ? false : text);
  // Outside the safe integers a text is rounded, but then it is out of every range too.
  if (integerRange(type)) return readScalar(type, DECIMAL_INTEGER.test(text) ? Number(text) : text);
  const isNumber = type === ScalarType.DOUBLE || type === ScalarType.FLOAT;
  return readScalar(type, isNumber && DECIMAL_NUMBER.test(text) ? Number(text) : text);
}

/** Decodes an enum value by name; numbers would expose the numbering of the proto. */
export function readEnum(desc: DescEnum, json: unknown): number | Refusal {
  const value = desc.values.find(({ name }) => name === json);
  return value ? value.number : new Refusal(`must be one of ${desc.values.map(({ name }) => name).join(', ')}`);
}

/** Accepts only text that every store and codec can hold: Postgres rejects NUL, UTF-8 rejects lone surrogates. */
export function readString(text: string): string | Refusal {
  return text.isWellFormed() && !text.includes('\0') ? text : new Refusal('must be Unicode text without NUL');
}

function readInteger({ min, max, isBig }: IntegerRange, json: unknown): number | bigint | Refusal {
  const isInteger = typeof json === 'bigint' || (typeof json === 'number' && Number.isInteger(json));
  if (!isInteger) return new Refusal('must be an integer');
  if (json < min || json > max) return new Refusal(`must be an integer from ${min} to ${max}`);
  return isBig ? BigInt(json) : Number(json);
}

function readBytes(json: unknown): Uint8Array | Refusal {
  const isBase64 = typeof json === 'string' && BASE64.test(json);
  return isBase64 ? Uint8Array.from(Buffer.from(json, 'base64')) : new Refusal('must be base64');
}

function readNumber(json: unknown, max: number): number | Refusal {
  const number = typeof json === 'bigint' ? toNumber(json) : json;
  return typeof number === 'number' && Math.abs(number) <= max ? number : new Refusal('must be a finite number');
}

const DECIMAL_INTEGER = /^-?(?:0|[1-9][0-9]{0,19})$/;
const DECIMAL_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
