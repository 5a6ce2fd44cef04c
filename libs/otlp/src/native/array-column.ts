import type { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';
import { FixedColumn } from './fixed-column.js';

/** Array(T): for each row the running count of elements as UInt64, then the elements of all rows. */
export class ArrayColumn<Inner extends Column> implements Column {
  readonly type: `Array(${Inner['type']})`;
  private readonly offsets = new FixedColumn('UInt64');

  constructor(readonly inner: Inner) {
    this.type = `Array(${inner.type})`;
  }

  get rows(): number {
    return this.offsets.rows;
  }

  get byteLength(): number {
    return this.offsets.byteLength + this.inner.byteLength;
  }

  /** Ends a row, which consists of the elements appended to `inner` since the last call. */
  endRow(): void {
    this.offsets.uint64(this.inner.rows, 0);
  }

  writePrefix(out: ByteBuffer): void {
    this.inner.writePrefix(out);
  }

  writeData(out: ByteBuffer): void {
    this.offsets.writeData(out);
    this.inner.writeData(out);
  }

  mark(): void {
    this.offsets.mark();
    this.inner.mark();
  }

  rollback(): void {
    this.offsets.rollback();
    this.inner.rollback();
  }

  reset(): void {
    this.offsets.reset();
    this.inner.reset();
  }
}
