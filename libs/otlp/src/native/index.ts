/** Blocks of ClickHouse's Native format, for packages that write rows other than OTLP. */
export { buildTable, TableBuilder, type NativeBlock } from './block.js';
export { ByteBuffer } from './byte-buffer.js';
export type { Column } from './column.js';
export { encodeRows, type WrittenRow } from './encode-rows.js';
export { FixedColumn, type FixedType } from './fixed-column.js';
export { LowCardinalityColumn } from './low-cardinality-column.js';
export { MapColumn } from './map-column.js';
export { NameColumn } from './name-column.js';
export { StringColumn } from './string-column.js';
