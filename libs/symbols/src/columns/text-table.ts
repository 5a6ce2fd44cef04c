import { NumberColumn } from './number-column.js';

/** Different texts, each stored once, for `ColumnFile.text`. */
export class TextTable {
  readonly #indexes = new Map<string, number>();
  readonly #chunks: Buffer[] = [];
  readonly #ends = new NumberColumn();
  #bytes = 0;

  /** Index of the text. */
  add(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.#ends.length;
    this.#indexes.set(text, index);
    this.append(text);
    return index;
  }

  /** Adds a text without comparing it to the ones before. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#ends.push(this.#bytes);
  }

  get length(): number {
    return this.#ends.length;
  }

  /** The columns of the table. */
  toColumns(name: string): Record<string, Uint8Array | Uint32Array> {
    return { [name]: Buffer.concat(this.#chunks, this.#bytes), [`${name}.ends`]: this.#ends.values };
  }
}
