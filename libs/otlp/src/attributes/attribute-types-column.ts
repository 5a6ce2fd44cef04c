import { ByteBuffer } from '../native/byte-buffer.js';
import type { Dictionary } from '../native/dictionary.js';
import { LowCardinalityColumn } from '../native/low-cardinality-column.js';
import { KIND, type Kind } from './any-value.js';

const LINE_FEED = 0x0a;

/** The letter of each kind of value in `ATTRIBUTE_TYPES` of `@svc/tables`; strings and bytes, which are texts as stored, have none. */
export const TYPE_LETTERS: Readonly<Record<Kind, string>> = {
  [KIND.empty]: 'n',
  [KIND.string]: '',
  [KIND.bool]: 'b',
  [KIND.int]: 'i',
  [KIND.double]: 'd',
  [KIND.array]: 'j',
  [KIND.kvlist]: 'j',
  [KIND.bytes]: '',
};
const LETTERS = Uint8Array.from(Object.values(KIND), (kind) => TYPE_LETTERS[kind].charCodeAt(0) || 0);

/**
 * The types of a map's values that are not strings. Consecutive rows mostly have the same keys and types, so a text is only built when
 * they differ from those of the row before.
 */
export class AttributeTypesColumn extends LowCardinalityColumn {
  private readonly text = new ByteBuffer(256);
  /** Key and kind of each value of the row in one number, and of the row whose text has the index `knownText`. */
  private row: number[] = [];
  private known: number[] = [];
  private knownText = 0;

  /** @param keys the dictionary that the indexes of keys refer to. */
  constructor(private readonly keys: Dictionary) {
    super();
  }

  /** Notes one value of the row. */
  note(key: number, kind: Kind): void {
    if (LETTERS[kind] !== 0) this.row.push(key * 8 + kind);
  }

  /** Ends a row, which consists of the values noted since the last call. */
  endRow(): void {
    if (this.row.length === 0) return this.push(0);
    if (!this.#isKnown()) {
      this.knownText = this.#textIndex();
      [this.known, this.row] = [this.row, this.known];
    }
    this.row.length = 0;
    this.push(this.knownText);
  }

  override reset(): void {
    super.reset();
    this.known.length = 0;
    this.row.length = 0;
  }

  #isKnown(): boolean {
    const { row, known } = this;
    if (row.length !== known.length) return false;
    for (let i = 0; i < row.length; i++) if (row[i] !== known[i]) return false;
    return true;
  }

  #textIndex(): number {
    const { text, keys } = this;
    text.clear();
    for (const value of this.row) {
      const key = Math.floor(value / 8);
      const start = keys.start(key);
      const end = keys.end(key);
      // The separator in such a key would make it look like two keys; its value stays a string.
      if (keys.data.bytes.subarray(start, end).includes(LINE_FEED)) continue;
      text.uint8(LETTERS[value % 8]);
      text.copy(keys.data.bytes, start, end);
      text.uint8(LINE_FEED);
    }
    return this.dictionary.indexOf(text.bytes, text.view, 0, text.length);
  }
}
