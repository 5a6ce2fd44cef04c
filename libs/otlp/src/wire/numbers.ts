import { invalidField } from '@svc/service-error';
import type { FixedColumn } from '../native/fixed-column.js';
import { Ranges } from './ranges.js';
import type { WireReader } from './reader.js';

/** A repeated number field, packed or not: the positions and count of its numbers. */
export class RepeatedNumbers {
  count = 0;
  private readonly ranges = new Ranges();

  clear(): void {
    this.count = 0;
    this.ranges.clear();
  }

  /** Reads packed numbers of 8 bytes. */
  packedFixed64(reader: WireReader, end: number, path: string): void {
    const length = reader.length(end, path);
    if (length % 8 !== 0) throw invalidField(path, 'packed 64-bit numbers are cut off');
    this.ranges.push(reader.pos, reader.pos + length);
    this.count += length / 8;
    reader.pos += length;
  }

  /** Reads one number of 8 bytes. */
  fixed64(reader: WireReader, end: number, path: string): void {
    const start = reader.pos;
    reader.fixed64(end, path);
    this.ranges.push(start, reader.pos);
    this.count++;
  }

  packedVarints(reader: WireReader, end: number, path: string): void {
    const length = reader.length(end, path);
    const start = reader.pos;
    const stop = start + length;
    while (reader.pos < stop) {
      reader.varint(stop, path);
      this.count++;
    }
    this.ranges.push(start, stop);
  }

  varint(reader: WireReader, end: number, path: string): void {
    const start = reader.pos;
    reader.varint(end, path);
    this.ranges.push(start, reader.pos);
    this.count++;
  }

  /** Appends numbers of 8 bytes unchanged. */
  appendFixed64(reader: WireReader, column: FixedColumn): void {
    const { ranges } = this;
    for (let i = 0; i < ranges.count; i++) column.copy(reader.bytes, ranges.start(i), ranges.end(i));
  }

  appendVarints(reader: WireReader, column: FixedColumn): void {
    const { ranges } = this;
    for (let i = 0; i < ranges.count; i++) {
      const end = ranges.end(i);
      reader.pos = ranges.start(i);
      while (reader.pos < end) {
        reader.varint(end, '');
        column.uint64(reader.low, reader.high);
      }
    }
  }
}
