import type { ChunkRow } from '../reads/chunks.query.js';

/** Bytes of the events of a part as text: a page of events needs few of them, and more would hardly be smaller together. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/**
 * The chunks that become one part each: neighbours in a window. A chunk that is as large alone, or has no neighbour, stays as it is.
 *
 * @param rows by window and number.
 */
export function groupsOf<Row extends Pick<ChunkRow, 'window_id' | 'bytes'>>(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const group = groups.at(-1);
    bytes += row.bytes;
    if (group && group[0]?.window_id === row.window_id && bytes <= MAX_PART_BYTES) group.push(row);
    else {
      groups.push([row]);
      ({ bytes } = row);
    }
  }
  return groups.filter((group) => group.length > 1);
}
