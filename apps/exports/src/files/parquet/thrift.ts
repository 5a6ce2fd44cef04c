/**
 * Thrift's compact protocol, as far as the footers of Parquet files use it. Unknown fields are kept unchanged, so that
 * a footer can be changed without losing data that a newer engine writes.
 */

export const TYPE = {
  true: 1,
  false: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const;

export interface ThriftList {
  readonly element: number;
  readonly values: readonly ThriftValue[];
}
export interface ThriftField {
  readonly type: number;
  readonly value: ThriftValue;
}
/** Fields by their numbers, in ascending order. */
export type ThriftStruct = ReadonlyMap<number, ThriftField>;
export type ThriftValue = boolean | bigint | Buffer | ThriftList | ThriftStruct;

/** Deeper than any footer, and far less deep than the stack. */
const MAX_DEPTH = 32;

/** @throws RangeError for bytes that are not a struct. */
export function readStruct(bytes: Buffer): ThriftStruct {
  return new Reader(bytes).struct(0);
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  struct(depth: number): ThriftStruct {
    if (depth > MAX_DEPTH) throw new RangeError('The struct is too deep.');
    const fields = new Map<number, ThriftField>();
    let id = 0;
    for (;;) {
      const header = this.#byte();
      if (header === 0) return fields;
      const delta = header >> 4;
      id = delta === 0 ? Number(this.#integer()) : id + delta;
      const type = header & 15;
      if (fields.has(id)) throw new RangeError('A field occurs twice.');
      // A boolean field is its type.
      fields.set(
        id,
        type === TYPE.true || type === TYPE.false
          ? { type: TYPE.true, value: type === TYPE.true }
          : { type, value: this.#value(type, depth) },
      );
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case TYPE.true:
      case TYPE.false:
        return this.#byte() === TYPE.true;
      case TYPE.i8:
        return BigInt(this.#take(1).readInt8());
      case TYPE.i16:
      case TYPE.i32:
      case TYPE.i64:
        return this.#integer();
      case TYPE.double:
        return this.#take(8);
      case TYPE.binary:
        return this.#take(Number(this.#varint()));
      case TYPE.list:
      case TYPE.set:
        return this.#list(depth);
      case TYPE.struct:
        return this.struct(depth + 1);
      default:
        throw new RangeError('The type is unknown.');
    }
  }

  #list(depth: number): ThriftList {
    if (depth > MAX_DEPTH) throw new RangeError('The list is too deep.');
    const header = this.#byte();
    const size = header >> 4 === 15 ? Number(this.#varint()) : header >> 4;
    // Each element is at least a byte.
    if (size > this.bytes.length - this.#at) throw new RangeError('The list is longer than the bytes.');
    const element = header & 15;
    const values: ThriftValue[] = [];
    for (let index = 0; index < size; index++) values.push(this.#value(element, depth + 1));
    return { element: element === TYPE.false ? TYPE.true : element, values };
  }

  #integer(): bigint {
    const encoded = this.#varint();
    return BigInt.asIntN(64, (encoded >> 1n) ^ -(encoded & 1n));
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new RangeError('An integer is too long.');
  }

  #byte(): number {
    return this.#take(1)[0] ?? 0;
  }

  #take(length: number): Buffer {
    if (length > this.bytes.length - this.#at) throw new RangeError('The bytes end within a value.');
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }
}
