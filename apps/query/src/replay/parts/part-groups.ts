import type { ChunkRow } from '../reads/chunks.query.js';

/** Bytes of the events of a part as text: a page of events needs few of them, and more would hardly be smaller together. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/**
 * The chunks that become one part each: those that follow each other in a window. A chunk that is as large alone, or has no neighbour,
 * stays as it is.
 *
 * @param rows by window and number.
 * @param isMerged whether a part has the chunk already.
 */
export function groupsOf<Row extends Pick<ChunkRow, 'window_id' | 'bytes'>>(
  rows: readonly Row[],
  isMerged: (row: Row) => boolean,
): Row[][] {
  const groups: Row[][] = [];
  let current: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    const isNext = current[0]?.window_id === row.window_id && bytes <= MAX_PART_BYTES && !isMerged(row);
    if (!isNext) {
      current = [];
      ({ bytes } = row);
      groups.push(current);
    }
    if (!isMerged(row)) current.push(row);
  }
  return groups.filter((group) => group.length > 1);
}
