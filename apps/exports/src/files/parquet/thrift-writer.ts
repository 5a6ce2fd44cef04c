import { TYPE, type ThriftList, type ThriftStruct, type ThriftValue } from './thrift.js';

/** The bytes of a struct; `readStruct` reads the same struct from them. */
export function writeStruct(struct: ThriftStruct): Buffer {
  const parts: Uint8Array[] = [];
  appendStruct(struct, parts);
  return Buffer.concat(parts);
}

/** The bytes of a value without its type. */
export function writeValue(type: number, value: ThriftValue): Buffer {
  const parts: Uint8Array[] = [];
  appendValue(type, value, parts);
  return Buffer.concat(parts);
}

/** The header of a list, before its values. */
export function listHeader(element: number, size: number): Buffer {
  return size < 15
    ? Buffer.from([(size << 4) | element])
    : Buffer.concat([Buffer.from([0xf0 | element]), varint(BigInt(size))]);
}

/** The header of a field that follows the field `previous`, before its value. */
export function fieldHeader(id: number, previous: number, type: number): Buffer {
  const delta = id - previous;
  return delta > 0 && delta < 16
    ? Buffer.from([(delta << 4) | type])
    : Buffer.concat([Buffer.from([type]), integer(BigInt(id))]);
}

function appendStruct(struct: ThriftStruct, parts: Uint8Array[]): void {
  let previous = 0;
  for (const [id, { type, value }] of struct) {
    if (typeof value === 'boolean') {
      parts.push(fieldHeader(id, previous, value ? TYPE.true : TYPE.false));
    } else {
      parts.push(fieldHeader(id, previous, type));
      appendValue(type, value, parts);
    }
    previous = id;
  }
  parts.push(Buffer.of(0));
}

function appendValue(type: number, value: ThriftValue, parts: Uint8Array[]): void {
  if (typeof value === 'boolean') parts.push(Buffer.of(value ? TYPE.true : TYPE.false));
  else if (typeof value === 'bigint')
    parts.push(type === TYPE.i8 ? Buffer.of(Number(BigInt.asUintN(8, value))) : integer(value));
  else if (Buffer.isBuffer(value)) {
    if (type === TYPE.binary) parts.push(varint(BigInt(value.length)));
    parts.push(value);
  } else if (value instanceof Map) appendStruct(value as ThriftStruct, parts);
  else appendList(value as ThriftList, parts);
}

function appendList({ element, values }: ThriftList, parts: Uint8Array[]): void {
  parts.push(listHeader(element, values.length));
  for (const value of values) appendValue(element, value, parts);
}

const integer = (value: bigint): Buffer => varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
