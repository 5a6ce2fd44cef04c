const QUOTE = 34;
const LINE_FEED = 10;

/** Counts the rows that pass through. */
export interface RowCounter {
  readonly rows: number;
  add(bytes: Uint8Array): void;
}

/**
 * Rows of CSV: line feeds outside of quotation marks. A quotation mark in a text is doubled, so it changes nothing. Bytes are looked at
 * four at a time, because one at a time takes longer than hashing and writing them.
 */
export class CsvRows implements RowCounter {
  rows = 0;
  #isQuoted = false;

  add(bytes: Uint8Array): void {
    const before = (WORD - (bytes.byteOffset % WORD)) % WORD;
    const count = Math.floor((bytes.length - before) / WORD);
    if (count <= 0) return this.#addBytes(bytes, 0, bytes.length);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + before, count);
    this.#addBytes(bytes, 0, before);
    for (let at = 0; at < count; at++) {
      const found = findLineFeed(words, at);
      if (found % 2 === 1) this.#isQuoted = !this.#isQuoted;
      at = Math.floor(found / 2);
      const start = before + at * WORD;
      if (at < count) this.#addBytes(bytes, start, start + WORD);
    }
    this.#addBytes(bytes, before + count * WORD, bytes.length);
  }

  #addBytes(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.rows++;
    }
  }
}

/** Bytes of a word, and the same byte or bits in each of them. */
const WORD = 4;
const QUOTES = 0x22222222;
const LINE_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const LOWEST_BITS = 0x01010101;
const HIGHEST_BITS = 0x80808080 | 0;

/**
 * Twice the index of the next word with a line feed, or of the end, and one more if there is an odd number of quotation marks before it.
 * A byte of a word is the wanted one if their XOR is zero.
 */
function findLineFeed(words: Int32Array, from: number): number {
  // The highest bit of a byte is set if an odd number of the words had a quotation mark there.
  let marks = 0;
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at] ?? 0;
    const others = word ^ LINE_FEEDS;
    if (((others - LOWEST_BITS) & ~others & HIGHEST_BITS) !== 0) break;
    const unquoted = word ^ QUOTES;
    marks ^= ~(((unquoted & LOW_BITS) + LOW_BITS) | 0 | unquoted);
  }
  const halves = marks ^ (marks >>> 16);
  return at * 2 + (((halves ^ (halves >>> 8)) >>> 7) & 1);
}

/** Lines of JSON, in which a line feed is always the end of a row. */
export class LineRows implements RowCounter {
  rows = 0;

  add(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.rows++;
  }
}
