import type { SegmentWriter } from './segments.js';
import type { PartitionKey, Tables } from './tables.js';

/** A file of values is not continued beyond this size, */
const SEGMENT_BYTES = 32 * 1024 * 1024;
/** or this part of the maximum size of the log, because space is only freed by whole files. */
const SEGMENTS = 32;

/** Estimated size of an index entry. */
export const ENTRY_BYTES = 256;

/** The storage that the writer thread writes to. */
export interface Store {
  readonly tables: Tables;
  readonly files: SegmentWriter;
  /** Maximum size of the log. */
  readonly maxBytes: number;
}

/** The end of a partition. */
export interface Head {
  readonly key: PartitionKey;
  next: number;
  /** Bytes of all values since it was last empty. */
  bytes: number;
}

/** One transaction of the writer thread. */
export interface Txn extends Store {
  readonly values: Uint8Array;
  readonly heads: Map<string, Head>;
  /** The pending writes at the end of a file of values. */
  appends: { readonly segment: number; readonly start: number; end: number; readonly values: Uint8Array[] } | undefined;
  usedBytes: number;
  /** Files of values whose records are all deleted. */
  readonly removed: number[];
}

/** The place of the next value: after the last one, or in a new file when that one is large enough. */
export function endOfValues({ tables, maxBytes }: Txn): NonNullable<Txn['appends']> {
  const last = tables.counters.get('segment') ?? 0;
  const bytes = tables.segments.get(last)?.bytes ?? Infinity;
  const isFull = bytes >= Math.min(SEGMENT_BYTES, maxBytes / SEGMENTS);
  const start = isFull ? 0 : bytes;
  return { segment: isFull ? last + 1 : last, start, end: start, values: [] };
}

export function writeValues({ tables, files }: Txn, appends: NonNullable<Txn['appends']>): void {
  const { segment, start, end, values } = appends;
  files.write(segment, start, values);
  const records = (tables.segments.get(segment)?.records ?? 0) + values.length;
  tables.segments.putSync(segment, { bytes: end, records });
  tables.counters.putSync('segment', segment);
}
