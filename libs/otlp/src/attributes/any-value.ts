import { invalidField } from '@svc/service-error';
import { fieldSet, type WireReader } from '../wire/reader.js';

/** Kinds of values of an AnyValue; the numbers are its field numbers. */
export const KIND = { empty: 0, string: 1, bool: 2, int: 3, double: 4, array: 5, kvlist: 6, bytes: 7 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Maximum nesting of arrays and maps, which limits the recursion of every walk over a value. */
export const MAX_DEPTH = 32;

const VALUE_FIELDS = fieldSet(1, 2, 3, 4, 5, 6, 7);
const LIST_FIELDS = fieldSet(1);
const PAIR_FIELDS = fieldSet(1, 2);

/**
 * One parsed AnyValue: positions in the body and numbers, reused for the next value. `parse` checks everything below the value
 * too, so that a later walk over the same range cannot fail.
 */
export class AnyValue {
  kind: Kind = KIND.empty;
  /** Content of a string, bytes, array or kvlist; the eight bytes of a double. */
  start = 0;
  end = 0;
  /** The halves of an int; a bool is 0 or 1 in `low`. */
  low = 0;
  high = 0;

  parse(reader: WireReader, start: number, end: number, depth: number, path: string): void {
    this.kind = KIND.empty;
    reader.pos = start;
    if (this.#parseString(reader.bytes, start, end)) return;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      switch (tag) {
        case 0x0a:
          this.#range(KIND.string, reader, end, path);
          break;
        case 0x10:
          reader.varint(end, path);
          this.kind = KIND.bool;
          this.low = reader.low !== 0 || reader.high !== 0 ? 1 : 0;
          break;
        case 0x18:
          reader.varint(end, path);
          this.kind = KIND.int;
          this.low = reader.low;
          this.high = reader.high;
          break;
        case 0x21:
          this.kind = KIND.double;
          this.start = reader.pos;
          reader.fixed64(end, path);
          break;
        case 0x2a:
          this.#range(KIND.array, reader, end, path);
          checkArray(reader, this.start, this.end, depth + 1, path);
          break;
        case 0x32:
          this.#range(KIND.kvlist, reader, end, path);
          checkKvlist(reader, this.start, this.end, depth + 1, path);
          break;
        case 0x3a:
          this.#range(KIND.bytes, reader, end, path);
          break;
        default:
          reader.skip(tag, VALUE_FIELDS, end, path);
      }
    }
  }

  /** The usual case: the value is one string of less than 128 bytes and nothing else. */
  #parseString(bytes: Buffer, start: number, end: number): boolean {
    if (end - start < 2 || bytes[start] !== 0x0a || bytes[start + 1] !== end - start - 2 || end - start >= 0x82)
      return false;
    this.kind = KIND.string;
    this.start = start + 2;
    this.end = end;
    return true;
  }

  #range(kind: Kind, reader: WireReader, end: number, path: string): void {
    const length = reader.length(end, path);
    this.kind = kind;
    this.start = reader.pos;
    this.end = reader.pos += length;
  }
}

/** One parsed KeyValue; `value` is read by `parse` too. */
export class KeyValue {
  keyStart = 0;
  keyEnd = 0;
  readonly value = new AnyValue();

  parse(reader: WireReader, start: number, end: number, depth: number, path: string): void {
    if (this.#parsePlain(reader, start, end, depth, path)) return;
    let valueStart = 0;
    let valueEnd = 0;
    this.keyStart = 0;
    this.keyEnd = 0;
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x0a) {
        const length = reader.length(end, path);
        this.keyStart = reader.pos;
        this.keyEnd = reader.pos += length;
      } else if (tag === 0x12) {
        const length = reader.length(end, path);
        valueStart = reader.pos;
        valueEnd = reader.pos += length;
      } else reader.skip(tag, PAIR_FIELDS, end, path);
    }
    this.value.parse(reader, valueStart, valueEnd, depth, path);
  }

  /** The usual case: a key, then a value, each of less than 128 bytes, and nothing else. */
  #parsePlain(reader: WireReader, start: number, end: number, depth: number, path: string): boolean {
    const { bytes } = reader;
    if (end - start < 4 || bytes[start] !== 0x0a) return false;
    const keyLength = bytes[start + 1];
    const keyEnd = start + 2 + keyLength;
    if (keyLength >= 0x80 || keyEnd + 2 > end || bytes[keyEnd] !== 0x12) return false;
    const valueLength = bytes[keyEnd + 1];
    if (valueLength >= 0x80 || keyEnd + 2 + valueLength !== end) return false;
    this.keyStart = start + 2;
    this.keyEnd = keyEnd;
    this.value.parse(reader, keyEnd + 2, end, depth, path);
    return true;
  }
}

const values: readonly AnyValue[] = Array.from({ length: MAX_DEPTH + 1 }, () => new AnyValue());
const pairs: readonly KeyValue[] = Array.from({ length: MAX_DEPTH + 1 }, () => new KeyValue());

/** The scratch values of one nesting level; their content is valid until the next value of that level is parsed. */
export function valueAt(depth: number): AnyValue {
  return values[depth];
}
export function pairAt(depth: number): KeyValue {
  return pairs[depth];
}

function checkArray(reader: WireReader, start: number, end: number, depth: number, path: string): void {
  let at = start;
  while ((at = nextElement(reader, at, end, depth, path)) >= 0) {
    const elementEnd = reader.pos;
    valueAt(depth).parse(reader, at, elementEnd, depth, path);
    at = elementEnd;
  }
  reader.pos = end;
}

function checkKvlist(reader: WireReader, start: number, end: number, depth: number, path: string): void {
  let at = start;
  while ((at = nextElement(reader, at, end, depth, path)) >= 0) {
    const elementEnd = reader.pos;
    pairAt(depth).parse(reader, at, elementEnd, depth, path);
    at = elementEnd;
  }
  reader.pos = end;
}

/**
 * Finds the next element of an ArrayValue or KeyValueList from `at` on: returns its start and leaves `reader.pos` at
 * its end; -1 if no element is left.
 */
export function nextElement(reader: WireReader, at: number, end: number, depth: number, path: string): number {
  if (depth > MAX_DEPTH) throw invalidField(path, `values are nested more than ${MAX_DEPTH} deep`);
  reader.pos = at;
  while (reader.pos < end) {
    const tag = reader.tag(end, path);
    if (tag === 0x0a) {
      const length = reader.length(end, path);
      const start = reader.pos;
      reader.pos += length;
      return start;
    }
    reader.skip(tag, LIST_FIELDS, end, path);
  }
  return -1;
}
