/** Blocks of ClickHouse's Native format, for whoever makes rows of something else than OTLP. */
export { TableBuilder, type NamedColumn, type NativeBlock } from './block.js';
export { ByteBuffer } from './byte-buffer.js';
export type { Column } from './column.js';
export { FixedColumn } from './fixed-column.js';
export { LowCardinalityColumn } from './low-cardinality-column.js';
export { MapColumn } from './map-column.js';
export { StringColumn } from './string-column.js';
