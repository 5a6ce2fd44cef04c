import { ServiceError } from '@svc/service-error';

/** Fewer bytes are copied one by one, which is faster than a call. */
const SHORT = 32;

/**
 * Protobuf written from the end to the beginning: when the length of a message must be stated, its content is already there, so
 * nothing is measured first or moved afterwards.
 *
 * A small request may stand for a large one, for example by a text that each of its records refers to. So every method that writes throws
 * payload_too_large beyond the maximum, before it takes memory for more.
 */
export class BackWriter {
  private bytes: Buffer;
  private view: DataView;
  /** The next byte is written just before `at`. */
  private at: number;

  /** @param capacity bytes that are probably written. @param maxBytes maximum size of what is written. */
  constructor(
    capacity: number,
    private readonly maxBytes = Infinity,
  ) {
    this.at = Math.min(capacity, maxBytes);
    this.bytes = Buffer.allocUnsafeSlow(this.at);
    this.view = toView(this.bytes);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.bytes.length - this.at;
  }

  finish(): Buffer {
    return this.bytes.subarray(this.at);
  }

  /** An unsigned number of up to 32 bits. */
  varint(value: number): void {
    if (value < 0x80) {
      this.#reserve(1);
      this.bytes[--this.at] = value;
    } else this.varint64(value, 0);
  }

  /** Two unsigned halves. */
  varint64(low: number, high: number): void {
    const size = varintSize(low, high);
    this.#reserve(size);
    let restLow = low;
    let restHigh = high;
    this.at -= size;
    for (let i = 0; i < size; i++) {
      this.bytes[this.at + i] = (restLow & 0x7f) | (i < size - 1 ? 0x80 : 0);
      restLow = ((restLow >>> 7) | (restHigh << 25)) >>> 0;
      restHigh >>>= 7;
    }
  }

  fixed32(value: number): void {
    this.#reserve(4);
    this.view.setUint32((this.at -= 4), value, true);
  }

  fixed64(low: number, high: number): void {
    this.fixed32(high);
    this.fixed32(low);
  }

  double(value: number): void {
    this.#reserve(8);
    this.view.setFloat64((this.at -= 8), value, true);
  }

  /** Bytes with their length before them. */
  content(value: Buffer): void {
    this.#reserve(value.length);
    this.at -= value.length;
    value.copy(this.bytes, this.at);
    this.varint(value.length);
  }

  /** A part of other bytes with its length before it. */
  range(source: Buffer, start: number, end: number): void {
    const size = end - start;
    this.#reserve(size);
    this.at -= size;
    const { bytes, at } = this;
    if (size > SHORT) source.copy(bytes, at, start, end);
    else for (let i = 0; i < size; i++) bytes[at + i] = source[start + i];
    this.varint(size);
  }

  /** Text as UTF-8 with its length before it. Lone surrogates become U+FFFD. */
  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.#reserve(size);
    this.at -= size;
    this.bytes.write(value, this.at, size, 'utf8');
    this.varint(size);
  }

  #reserve(count: number): void {
    if (this.at >= count) return;
    const used = this.length;
    const needed = used + count;
    if (needed > this.maxBytes) throw new ServiceError('payload_too_large');
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(needed * 2, 256), this.maxBytes));
    this.bytes.copy(larger, larger.length - used, this.at);
    this.bytes = larger;
    this.view = toView(larger);
    this.at = larger.length - used;
  }
}

function toView(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function varintSize(low: number, high: number): number {
  let size = 1;
  let rest = high * 4294967296 + low;
  while (rest >= 128) {
    rest = Math.floor(rest / 128);
    size++;
  }
  return size;
}
