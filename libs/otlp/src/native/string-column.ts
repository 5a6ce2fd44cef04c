import { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';
import { appendString } from './text.js';

/** ClickHouse's String: for each value a varint length and the bytes. */
export class StringColumn implements Column {
  readonly type = 'String';
  readonly data = new ByteBuffer(4096);
  rows = 0;
  private markedLength = 0;
  private markedRows = 0;

  get byteLength(): number {
    return this.data.length;
  }

  /** Returns where the text begins in `data`; it ends at the end of `data`. */
  append(bytes: Buffer, view: DataView, start: number, end: number): number {
    this.rows++;
    return appendString(this.data, bytes, view, start, end);
  }

  appendEmpty(): void {
    this.rows++;
    this.data.uint8(0);
  }

  /** Appends a well-formed string. */
  appendOwn(text: string): void {
    const length = Buffer.byteLength(text);
    this.rows++;
    this.data.varint(length);
    this.data.reserve(length);
    this.data.bytes.write(text, this.data.length, length, 'utf8');
    this.data.length += length;
  }

  /** Appends well-formed UTF-8. */
  appendBytes(bytes: Buffer): void {
    this.rows++;
    this.data.varint(bytes.length);
    this.data.copy(bytes, 0, bytes.length);
  }

  /** Copies bytes that another column has already checked. */
  appendChecked(source: ByteBuffer, start: number, end: number): void {
    this.rows++;
    this.data.varint(end - start);
    this.data.copy(source.bytes, start, end);
  }

  writePrefix(): void {
    // Plain values have no state prefix.
  }

  writeData(out: ByteBuffer): void {
    out.copy(this.data.bytes, 0, this.data.length);
  }

  mark(): void {
    this.markedLength = this.data.length;
    this.markedRows = this.rows;
  }

  rollback(): void {
    this.data.length = this.markedLength;
    this.rows = this.markedRows;
  }

  reset(): void {
    this.data.clear();
    this.rows = 0;
    this.markedLength = 0;
    this.markedRows = 0;
  }
}
