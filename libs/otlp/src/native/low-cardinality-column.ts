import type { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';
import { Dictionary } from './dictionary.js';

/** State prefix: the keys are part of the data. */
const KEYS_VERSION = 1;
/** The block contains its own keys, which replace earlier ones; the width of the indexes is added as 0, 1 or 2. */
const OWN_DICTIONARY = 0x600;

/**
 * LowCardinality(String) in the Native format:
 *
 *   prefix := UInt64 1
 *   data   := UInt64 0x600 + w, UInt64 key count, keys as String, UInt64 row count, indexes of 2^w bytes     if there are rows
 *           | nothing                                                                                        if there are none
 */
export class LowCardinalityColumn implements Column {
  readonly type = 'LowCardinality(String)';
  rows = 0;
  private indexes = new Uint32Array(1024);
  private marked = 0;

  constructor(readonly dictionary = new Dictionary()) {}

  get byteLength(): number {
    return 8 + 24 + this.dictionary.data.length + this.rows * 4;
  }

  append(bytes: Buffer, view: DataView, start: number, end: number): void {
    this.push(this.dictionary.indexOf(bytes, view, start, end));
  }

  /** Appends a constant text. */
  appendOwn(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.append(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
  }

  /** Appends a text by its index in the dictionary. */
  push(index: number): void {
    if (this.rows === this.indexes.length) this.#grow(this.rows + 1);
    this.indexes[this.rows++] = index;
  }

  /** The index in the dictionary of the text of a row. */
  indexAt(row: number): number {
    return this.indexes[row];
  }

  textAt(row: number): string {
    const { dictionary } = this;
    const index = this.indexes[row];
    return dictionary.data.bytes.toString('utf8', dictionary.start(index), dictionary.end(index));
  }

  fill(index: number, count: number): void {
    if (this.rows + count > this.indexes.length) this.#grow(this.rows + count);
    this.indexes.fill(index, this.rows, this.rows + count);
    this.rows += count;
  }

  writePrefix(out: ByteBuffer): void {
    out.uint64(KEYS_VERSION, 0);
  }

  writeData(out: ByteBuffer): void {
    if (this.rows === 0) return;
    const { count, data } = this.dictionary;
    const width = count <= 0x100 ? 0 : count <= 0x1_0000 ? 1 : 2;
    out.uint64(OWN_DICTIONARY + width, 0);
    out.uint64(count, 0);
    out.copy(data.bytes, 0, data.length);
    out.uint64(this.rows, 0);
    this.#writeIndexes(out, width);
  }

  mark(): void {
    this.marked = this.rows;
  }

  rollback(): void {
    // Texts of the dropped rows stay in the dictionary, which is allowed and rare.
    this.rows = this.marked;
  }

  reset(): void {
    this.dictionary.reset();
    this.rows = 0;
    this.marked = 0;
  }

  #writeIndexes(out: ByteBuffer, width: number): void {
    const { indexes, rows } = this;
    out.reserve(rows << width);
    if (width === 0) copyAsUint8(indexes, rows, out.bytes, out.length);
    else if (width === 1) copyAsUint16(indexes, rows, out.view, out.length);
    else copyAsUint32(indexes, rows, out.view, out.length);
    out.length += rows << width;
  }

  #grow(needed: number): void {
    const larger = new Uint32Array(Math.max(needed, this.indexes.length * 2));
    larger.set(this.indexes);
    this.indexes = larger;
  }
}

// One loop per function, because V8 does not optimize several long loops in one function.
function copyAsUint8(indexes: Uint32Array, rows: number, bytes: Buffer, start: number): void {
  for (let i = 0; i < rows; i++) bytes[start + i] = indexes[i];
}

function copyAsUint16(indexes: Uint32Array, rows: number, view: DataView, start: number): void {
  for (let i = 0; i < rows; i++) view.setUint16(start + i * 2, indexes[i], true);
}

function copyAsUint32(indexes: Uint32Array, rows: number, view: DataView, start: number): void {
  for (let i = 0; i < rows; i++) view.setUint32(start + i * 4, indexes[i], true);
}
