import type { Ranges } from './ranges.js';
import type { WireReader } from './reader.js';

/** Reads a bytes field; returns where it starts, or -1 when it is not an id of `size` bytes or is all zero. */
export function readId(reader: WireReader, end: number, size: number, path: string): number {
  const length = reader.length(end, path);
  return idAt(reader, length, size);
}

/** Skips `length` bytes; returns where they start, or -1 when they are not an id of `size` bytes or are all zero. */
export function idAt(reader: WireReader, length: number, size: number): number {
  const start = reader.pos;
  reader.pos += length;
  if (length !== size) return -1;
  for (let i = 0; i < size; i += 4) if (reader.view.getInt32(start + i, true) !== 0) return start;
  return -1;
}

/**
 * Reads the bounds of elements of a repeated message as long as the next field is `tag` again, in the short form: less than 128
 * bytes and a tag of one byte. `reader.pos` is left at the first field that is something else.
 */
export function pushRun(reader: WireReader, tag: number, end: number, ranges: Ranges): void {
  const { bytes } = reader;
  let pos = reader.pos;
  while (pos + 2 <= end && bytes[pos] === tag) {
    const length = bytes[pos + 1];
    const next = pos + 2 + length;
    if (length >= 0x80 || next > end) break;
    ranges.push(pos + 2, next);
    pos = next;
  }
  reader.pos = pos;
}

/** Reads the bounds of one element of a repeated message. */
export function pushRange(reader: WireReader, end: number, ranges: Ranges, path: string): void {
  const length = reader.length(end, path);
  const start = reader.pos;
  ranges.push(start, start + length);
  reader.pos = start + length;
}
