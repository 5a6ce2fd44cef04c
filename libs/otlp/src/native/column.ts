import type { ByteBuffer } from './byte-buffer.js';

/**
 * A column of a block under construction, laid out as ClickHouse's Native format wants it:
 *
 *   column := name, type, prefix, data
 *
 * where the prefix holds the state of every LowCardinality inside the type and stands before all data, however deep it lies.
 */
export interface Column<Type extends string = string> {
  /** The ClickHouse type, character by character. */
  readonly type: Type;
  readonly rows: number;
  /** What `writePrefix` and `writeData` will write, or a little more. */
  readonly byteLength: number;
  writePrefix(out: ByteBuffer): void;
  writeData(out: ByteBuffer): void;
  /** Marks the current rows; `rollback` drops all later ones. */
  mark(): void;
  rollback(): void;
  /** Empties the column and keeps its memory. */
  reset(): void;
}
