import type { ByteBuffer } from './byte-buffer.js';

/**
 * A column of a block under construction, in the layout of the Native format of ClickHouse:
 *
 *   column := name, type, prefix, data
 *
 * where the prefix contains the state of every LowCardinality inside the type at any depth and precedes all data.
 */
export interface Column<Type extends string = string> {
  /** The ClickHouse type, character by character. */
  readonly type: Type;
  readonly rows: number;
  /** Estimated size of the output of `writePrefix` and `writeData`, never too low. */
  readonly byteLength: number;
  writePrefix(out: ByteBuffer): void;
  writeData(out: ByteBuffer): void;
  /** Marks the current rows; `rollback` drops all later ones. */
  mark(): void;
  rollback(): void;
  /** Empties the column and keeps its memory. */
  reset(): void;
}
