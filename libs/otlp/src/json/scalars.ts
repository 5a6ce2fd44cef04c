import type { BackWriter } from '../wire/back-writer.js';
import type { ScalarKind } from './schema.js';
import type { Trail } from './trail.js';

const MIN_INT32 = -0x8000_0000;
const MAX_INT32 = 0x7fff_ffff;
const MAX_UINT32 = 0xffff_ffff;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const INTEGER = /^-?\d{1,20}$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const HEX = /^(?:[0-9a-fA-F]{2})*$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const SPECIAL: ReadonlyMap<unknown, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

const WIRE_TYPES: Readonly<Record<ScalarKind, number>> = {
  string: 2,
  bool: 0,
  double: 1,
  int32: 0,
  sint32: 0,
  uint32: 0,
  fixed32: 5,
  int64: 0,
  uint64: 0,
  fixed64: 1,
  sfixed64: 1,
  hex: 2,
  base64: 2,
};

/** Protobuf's wire type of a scalar. */
export function getWireType(kind: ScalarKind): number {
  return WIRE_TYPES[kind];
}

/** Writes one JSON value as the field's scalar, or rejects it with the name of the field. */
export function writeScalar(out: BackWriter, kind: ScalarKind, value: unknown, trail: Trail): void {
  if (kind === 'string') {
    if (typeof value !== 'string') throw trail.refuse('must be a string');
    out.text(value);
  } else if (kind === 'bool') {
    if (typeof value !== 'boolean') throw trail.refuse('must be true or false');
    out.varint(value ? 1 : 0);
  } else if (kind === 'double') out.double(toDouble(value, trail));
  else if (kind === 'hex') out.content(toHexBytes(value, trail));
  else if (kind === 'base64') out.content(toBase64Bytes(value, trail));
  else writeInteger(out, kind, value, trail);
}

type IntegerKind = Exclude<ScalarKind, 'string' | 'bool' | 'double' | 'hex' | 'base64'>;

function writeInteger(out: BackWriter, kind: IntegerKind, value: unknown, trail: Trail): void {
  if (kind === 'uint32' || kind === 'fixed32') {
    const number = toSmallInteger(value, 0, MAX_UINT32, trail);
    if (kind === 'fixed32') out.fixed32(number);
    else out.varint(number);
  } else if (kind === 'int32') {
    const number = toSmallInteger(value, MIN_INT32, MAX_INT32, trail);
    out.varint64(number >>> 0, number < 0 ? MAX_UINT32 : 0);
  } else if (kind === 'sint32') {
    const number = toSmallInteger(value, MIN_INT32, MAX_INT32, trail);
    out.varint(((number << 1) ^ (number >> 31)) >>> 0);
  } else {
    const isSigned = kind === 'int64' || kind === 'sfixed64';
    const number = toLargeInteger(value, isSigned ? MIN_INT64 : 0n, isSigned ? MAX_INT64 : MAX_UINT64, trail);
    const low = Number(number & 0xffff_ffffn);
    const high = Number((number >> 32n) & 0xffff_ffffn);
    if (kind === 'fixed64' || kind === 'sfixed64') out.fixed64(low, high);
    else out.varint64(low, high);
  }
}

function toSmallInteger(value: unknown, min: number, max: number, trail: Trail): number {
  const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw trail.refuse('must be an integer');
  if (number < min || number > max) throw trail.refuse('is out of range');
  return number;
}

function toLargeInteger(value: unknown, min: bigint, max: bigint, trail: Trail): bigint {
  let number: bigint;
  if (typeof value === 'bigint') number = value;
  else if (typeof value === 'number' && Number.isInteger(value)) number = BigInt(value);
  else if (typeof value === 'string' && INTEGER.test(value)) number = BigInt(value);
  else throw trail.refuse('must be an integer, as a number or a decimal string');
  if (number < min || number > max) throw trail.refuse('is out of range');
  return number;
}

function toDouble(value: unknown, trail: Trail): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  const special = SPECIAL.get(value);
  if (special !== undefined) return special;
  if (typeof value === 'string' && DECIMAL.test(value)) return Number(value);
  throw trail.refuse('must be a number');
}

function toHexBytes(value: unknown, trail: Trail): Buffer {
  if (typeof value !== 'string' || !HEX.test(value)) throw trail.refuse('must be hexadecimal');
  return Buffer.from(value, 'hex');
}

function toBase64Bytes(value: unknown, trail: Trail): Buffer {
  if (typeof value !== 'string' || !BASE64.test(value)) throw trail.refuse('must be base64');
  return Buffer.from(value, 'base64');
}
