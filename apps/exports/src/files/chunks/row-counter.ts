const QUOTE = 34;
const LINE_FEED = 10;

/** Counts the rows that pass through. */
export interface RowCounter {
  readonly rows: number;
  add(bytes: Uint8Array): void;
}

/** Rows of CSV: line feeds outside of quotation marks. A quotation mark in a text is doubled, so it changes nothing. */
export class CsvRows implements RowCounter {
  rows = 0;
  #isQuoted = false;

  add(bytes: Uint8Array): void {
    let { rows } = this;
    let isQuoted = this.#isQuoted;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows++;
    }
    this.rows = rows;
    this.#isQuoted = isQuoted;
  }
}

/** Lines of JSON, in which a line feed is always the end of a row. */
export class LineRows implements RowCounter {
  rows = 0;

  add(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.rows++;
  }
}
