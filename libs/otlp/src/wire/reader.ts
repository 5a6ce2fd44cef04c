import { invalidField } from '@svc/service-error';

/**
 * The protobuf wire grammar, as far as OTLP uses it:
 *
 *   message := { tag value }
 *   tag     := varint of (field number << 3 | wire type)
 *   varint  := { byte with bit 7 set } byte           7 bits each, low bits first, at most 10 bytes
 *   value   := varint                 wire type 0
 *            | 8 bytes little-endian  wire type 1
 *            | varint n, n bytes      wire type 2     string, bytes, message, packed numbers
 *            | 4 bytes little-endian  wire type 5
 *
 * Groups (wire types 3 and 4) are refused: no OTLP message ever had one.
 */
export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
export const FIXED32 = 5;

const NOTHING = new Uint8Array(0);

/**
 * A position in a request body. Every method receives the end of its message and throws `invalid_request` instead of
 * reading beyond it; none allocates an object or a string.
 */
export class WireReader {
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  pos = 0;
  /** Unsigned low and high half of the number that `varint` or `fixed64` has read last. */
  low = 0;
  high = 0;

  /** Drops the request, so that a large one does not stay in memory until the next. */
  release(): void {
    this.reset(NOTHING);
  }

  reset(bytes: Uint8Array): void {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
  }

  tag(end: number, path: string): number {
    if (this.pos < end) {
      const first = this.bytes[this.pos];
      if (first < 0x80 && first >= 8) {
        this.pos++;
        return first;
      }
    }
    this.varint(end, path);
    if (this.high !== 0 || this.low < 8) throw invalidField(path, 'a field number is invalid');
    return this.low;
  }

  /** Reads the length of a string, bytes or message and checks that it fits; its content starts at `pos`. */
  length(end: number, path: string): number {
    if (this.pos < end) {
      const first = this.bytes[this.pos];
      if (first < 0x80) {
        if (first >= end - this.pos) throw invalidField(path, 'a length passes the end of its message');
        this.pos++;
        return first;
      }
    }
    this.varint(end, path);
    if (this.high !== 0 || this.low > end - this.pos)
      throw invalidField(path, 'a length passes the end of its message');
    return this.low;
  }

  /** Reads a varint of up to 64 bits into `low` and `high`. */
  varint(end: number, path: string): void {
    const bytes = this.bytes;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.pos >= end) throw invalidField(path, 'a number is cut off');
      const byte = bytes[this.pos++];
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= bits << 31;
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return;
      }
    }
    throw invalidField(path, 'a number is longer than 10 bytes');
  }

  /** A varint as an unsigned 32-bit number, cut to its low half as protobuf does. */
  uint32(end: number, path: string): number {
    if (this.pos < end) {
      const first = this.bytes[this.pos];
      if (first < 0x80) {
        this.pos++;
        return first;
      }
    }
    this.varint(end, path);
    return this.low;
  }

  /** Reads 8 bytes into `low` and `high`. */
  fixed64(end: number, path: string): void {
    const pos = this.pos;
    if (end - pos < 8) throw invalidField(path, 'a 64-bit number is cut off');
    this.low = this.view.getUint32(pos, true);
    this.high = this.view.getUint32(pos + 4, true);
    this.pos = pos + 8;
  }

  fixed32(end: number, path: string): number {
    const pos = this.pos;
    if (end - pos < 4) throw invalidField(path, 'a 32-bit number is cut off');
    this.pos = pos + 4;
    return this.view.getUint32(pos, true);
  }

  double(end: number, path: string): number {
    const pos = this.pos;
    if (end - pos < 8) throw invalidField(path, 'a 64-bit number is cut off');
    this.pos = pos + 8;
    return this.view.getFloat64(pos, true);
  }

  /**
   * Skips a field that is not read. `known` has bit n set for each field number n that the message does read: such a field
   * arrives here only with a wire type other than its own.
   */
  skip(tag: number, known: number, end: number, path: string): void {
    const field = tag >>> 3;
    if (field < 32 && ((known >>> field) & 1) === 1) throw invalidField(path, 'a field has the wrong wire type');
    this.#skipValue(tag & 7, end, path);
  }

  #skipValue(wireType: number, end: number, path: string): void {
    if (wireType === VARINT) this.varint(end, path);
    else if (wireType === BYTES) {
      const length = this.length(end, path);
      this.pos += length;
    } else if (wireType === FIXED64 || wireType === FIXED32) {
      const size = wireType === FIXED64 ? 8 : 4;
      if (end - this.pos < size) throw invalidField(path, 'a number is cut off');
      this.pos += size;
    } else throw invalidField(path, 'a wire type is not supported');
  }
}

/** The encoded tag of a field. */
export function toTag(field: number, wireType: number): number {
  return (field << 3) | wireType;
}

/** The set of field numbers that a message reads, for `WireReader.skip`. */
export function fieldSet(...fields: readonly number[]): number {
  return fields.reduce((set, field) => set | (1 << field), 0);
}
