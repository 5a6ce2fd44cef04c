import type { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';
import { FixedColumn } from './fixed-column.js';
import { LowCardinalityColumn } from './low-cardinality-column.js';

/** Map(LowCardinality(String), T): an array of pairs whose keys and values are two columns. */
export class PairsColumn<Value extends Column> implements Column {
  readonly type: `Map(LowCardinality(String), ${Value['type']})`;
  readonly keys = new LowCardinalityColumn();
  private readonly offsets = new FixedColumn('UInt64');

  constructor(readonly values: Value) {
    this.type = `Map(LowCardinality(String), ${values.type})`;
  }

  get rows(): number {
    return this.offsets.rows;
  }

  get byteLength(): number {
    return this.offsets.byteLength + this.keys.byteLength + this.values.byteLength;
  }

  /** Ends a row, which consists of the pairs appended to `keys` and `values` since the last call. */
  endRow(): void {
    this.offsets.uint64(this.keys.rows, 0);
  }

  writePrefix(out: ByteBuffer): void {
    this.keys.writePrefix(out);
  }

  writeData(out: ByteBuffer): void {
    this.offsets.writeData(out);
    this.keys.writeData(out);
    this.values.writeData(out);
  }

  mark(): void {
    this.offsets.mark();
    this.keys.mark();
    this.values.mark();
  }

  rollback(): void {
    this.offsets.rollback();
    this.keys.rollback();
    this.values.rollback();
  }

  reset(): void {
    this.offsets.reset();
    this.keys.reset();
    this.values.reset();
  }
}
