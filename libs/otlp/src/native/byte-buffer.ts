/** Buffers up to this size are never released. */
const KEPT_BYTES = 1 << 20;
/** A larger buffer is released when less than this share of it was used, so that memory decreases after a peak. */
const USED_SHARE = 1 / 8;

/** Bytes that grow. `clear` keeps the memory, so that the next blocks write to pages that are already mapped. */
export class ByteBuffer {
  bytes: Buffer;
  view: DataView;
  length = 0;
  private capacity: number;

  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = toView(this.bytes);
    this.capacity = capacity;
  }

  /** Makes room for `count` more bytes. Writers may overwrite up to 8 bytes after the bytes that they add. */
  reserve(count: number): void {
    if (this.length + count + 8 > this.capacity) this.#grow(this.length + count + 8);
  }

  clear(): void {
    if (this.capacity > KEPT_BYTES && this.length < this.capacity * USED_SHARE) this.#replace(KEPT_BYTES, 0);
    this.length = 0;
  }

  uint8(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint64(low: number, high: number): void {
    this.reserve(8);
    this.view.setUint32(this.length, low, true);
    this.view.setUint32(this.length + 4, high, true);
    this.length += 8;
  }

  varint(value: number): void {
    this.reserve(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  copy(source: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    source.copy(this.bytes, this.length, start, end);
    this.length += end - start;
  }

  /** Appends a constant text, ASCII only. */
  ascii(text: string): void {
    const length = text.length;
    this.reserve(length);
    for (let i = 0; i < length; i++) this.bytes[this.length + i] = text.charCodeAt(i);
    this.length += length;
  }

  #grow(needed: number): void {
    this.#replace(Math.max(needed, this.capacity * 2), this.length);
  }

  /** Moves the first `kept` bytes to a buffer of another size. */
  #replace(capacity: number, kept: number): void {
    const bytes = Buffer.allocUnsafeSlow(capacity);
    this.bytes.copy(bytes, 0, 0, kept);
    this.bytes = bytes;
    this.view = toView(bytes);
    this.capacity = capacity;
  }
}

function toView(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
