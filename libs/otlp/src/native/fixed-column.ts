import { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';

/** The engine's types whose values all have the same number of bytes. */
export type FixedType = PlainType | MergedType;

const WIDTHS = {
  UInt8: 1,
  Bool: 1,
  UInt16: 2,
  Date: 2,
  UInt32: 4,
  Int32: 4,
  DateTime: 4,
  UInt64: 8,
  Int64: 8,
  Float64: 8,
  'DateTime64(3)': 8,
  'DateTime64(9)': 8,
  'Decimal(18, 12)': 8,
  'FixedString(8)': 8,
  'FixedString(16)': 16,
  'FixedString(32)': 32,
} as const;

type PlainType = keyof typeof WIDTHS;
type MergedType = `SimpleAggregateFunction(${'any' | 'min' | 'max' | 'sum'}, ${PlainType})`;

/** Values of one width in bytes, little-endian: integers, Float64, DateTime64, Bool and FixedString. */
export class FixedColumn<const Type extends FixedType = FixedType> implements Column<Type> {
  private readonly data = new ByteBuffer();
  /** Bytes of a value. */
  readonly width: number;
  private marked = 0;

  constructor(readonly type: Type) {
    this.width = WIDTHS[plainType(type)];
  }

  get rows(): number {
    return this.data.length / this.width;
  }

  get byteLength(): number {
    return this.data.length;
  }

  uint8(value: number): void {
    this.data.uint8(value);
  }

  uint32(value: number): void {
    this.data.reserve(4);
    this.data.view.setUint32(this.data.length, value, true);
    this.data.length += 4;
  }

  uint64(low: number, high: number): void {
    this.data.uint64(low, high);
  }

  uint64BigEndian(low: number, high: number): void {
    this.data.reserve(8);
    this.data.view.setUint32(this.data.length, high, false);
    this.data.view.setUint32(this.data.length + 4, low, false);
    this.data.length += 8;
  }

  float64(value: number): void {
    this.data.reserve(8);
    this.data.view.setFloat64(this.data.length, value, true);
    this.data.length += 8;
  }

  /** An id of this column's width, read word by word. */
  id(view: DataView, start: number): void {
    const data = this.data;
    data.reserve(this.width);
    for (let i = 0; i < this.width; i += 4) {
      data.view.setInt32(data.length + i, view.getInt32(start + i, true), true);
    }
    data.length += this.width;
  }

  /** Copies values that have exactly this form in `source`. */
  copy(source: Buffer, start: number, end: number): void {
    this.data.copy(source, start, end);
  }

  /** Appends one value in this form. */
  copyValue(value: Buffer): void {
    if (value.length !== this.width) throw new RangeError(`A value of ${this.type} has another width.`);
    this.data.copy(value, 0, this.width);
  }

  zero(): void {
    this.data.reserve(this.width);
    this.data.bytes.fill(0, this.data.length, this.data.length + this.width);
    this.data.length += this.width;
  }

  /** Repeats one unsigned integer of at most 32 bits, or the low half of a wider one. */
  fill(low: number, high: number, count: number): void {
    const { data, width } = this;
    data.reserve(width * count);
    for (let i = 0; i < count; i++, data.length += width) {
      if (width === 2) data.view.setUint16(data.length, low, true);
      else data.view.setUint32(data.length, low, true);
      if (width === 8) data.view.setUint32(data.length + 4, high, true);
    }
  }

  writePrefix(): void {
    // Plain values have no state prefix.
  }

  writeData(out: ByteBuffer): void {
    out.copy(this.data.bytes, 0, this.data.length);
  }

  mark(): void {
    this.marked = this.data.length;
  }

  rollback(): void {
    this.data.length = this.marked;
  }

  reset(): void {
    this.data.clear();
    this.marked = 0;
  }
}

/** SimpleAggregateFunction is stored like its argument type. */
function plainType(type: FixedType): PlainType {
  return type.replace(/^SimpleAggregateFunction\(\w+, (.+)\)$/, '$1') as PlainType;
}
