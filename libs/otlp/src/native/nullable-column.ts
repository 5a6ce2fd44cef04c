import { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';

/** Nullable(T): a byte for each row, 1 for null, then a value for every row. */
export class NullableColumn<Inner extends Column> implements Column {
  readonly type: `Nullable(${Inner['type']})`;
  private readonly nulls = new ByteBuffer();
  private marked = 0;

  constructor(readonly inner: Inner) {
    this.type = `Nullable(${inner.type})`;
  }

  get rows(): number {
    return this.nulls.length;
  }

  get byteLength(): number {
    return this.nulls.length + this.inner.byteLength;
  }

  /** Ends a row, whose value was appended to `inner`, any one for null. */
  endRow(isNull: boolean): void {
    this.nulls.uint8(isNull ? 1 : 0);
  }

  writePrefix(out: ByteBuffer): void {
    this.inner.writePrefix(out);
  }

  writeData(out: ByteBuffer): void {
    out.copy(this.nulls.bytes, 0, this.nulls.length);
    this.inner.writeData(out);
  }

  mark(): void {
    this.marked = this.nulls.length;
    this.inner.mark();
  }

  rollback(): void {
    this.nulls.length = this.marked;
    this.inner.rollback();
  }

  reset(): void {
    this.nulls.clear();
    this.marked = 0;
    this.inner.reset();
  }
}
