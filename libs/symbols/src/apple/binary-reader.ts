import { SymbolFileRefusal } from '../columns/refusal.js';

/** Reads numbers and texts of a part of a file, each only where the part has it. */
export class BinaryReader {
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    readonly isLittleEndian = true,
    public at = 0,
    readonly end = bytes.length,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (at < 0 || end > bytes.length || at > end) throw cutOff();
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Reads the same bytes from another place on. */
  part(at: number, end = this.bytes.length): BinaryReader {
    return new BinaryReader(this.bytes, this.isLittleEndian, at, end);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.isLittleEndian);
  }

  u24(): number {
    const [first, second, third] = [this.u8(), this.u8(), this.u8()];
    return this.isLittleEndian ? first | (second << 8) | (third << 16) : (first << 16) | (second << 8) | third;
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.isLittleEndian);
  }

  /** Numbers of more than 53 bits, which no offset in a file and no address of a program is, lose their last digits. */
  u64(): number {
    return Number(this.#view.getBigUint64(this.#take(8), this.isLittleEndian));
  }

  /** @param size 1, 2, 4 or 8. */
  unsigned(size: number): number {
    switch (size) {
      case 1:
        return this.u8();
      case 2:
        return this.u16();
      case 4:
        return this.u32();
      case 8:
        return this.u64();
      default:
        throw new SymbolFileRefusal('has a number of a size that does not exist');
    }
  }

  uleb(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.u8();
      // Values beyond 2^63 have no meaning, as in padding.
      if (factor < 2 ** 63) value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  sleb(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.u8();
      if (factor < 2 ** 63) value += (byte & 0x7f) * factor;
      if (byte < 0x80) return byte & 0x40 ? value - factor * 128 : value;
    }
  }

  /** A text that ends with a zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end >= this.end) throw cutOff();
    const text = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at, end - this.at).toString();
    this.at = end + 1;
    return text;
  }

  skipText(): void {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end >= this.end) throw cutOff();
    this.at = end + 1;
  }

  take(length: number): Uint8Array {
    const at = this.#take(length);
    return this.bytes.subarray(at, at + length);
  }

  skip(length: number): void {
    this.#take(length);
  }

  #take(length: number): number {
    const { at } = this;
    if (length < 0 || at + length > this.end) throw cutOff();
    this.at = at + length;
    return at;
  }
}

function cutOff(): SymbolFileRefusal {
  return new SymbolFileRefusal('is cut off, or refers to bytes that it does not have');
}
