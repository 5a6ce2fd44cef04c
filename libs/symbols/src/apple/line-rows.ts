import { NONE, NumberColumn } from '../columns/number-column.js';

/** Rows of line tables, of all units. */
export class LineRows {
  readonly #addresses = new NumberColumn();
  readonly #files = new NumberColumn();
  readonly #lines = new NumberColumn();

  add(address: number, file: number, line: number): void {
    this.#addresses.push(address);
    this.#files.push(file);
    this.#lines.push(line);
  }

  /** Marks the end of the code at an address, unless another row begins there. */
  end(address: number): void {
    this.add(address, NONE, NONE);
  }

  /** Rows sorted by address, one for each: the last one, as in the standard; the line is NONE where code ends. */
  finish(): { addresses: Uint32Array; files: Uint32Array; lines: Uint32Array } {
    const [addresses, files, lines] = [this.#addresses.values, this.#files.values, this.#lines.values];
    const isRow = (index: number): number => (lines[index] === NONE ? 0 : 1);
    const order = Uint32Array.from(addresses.keys()).sort(
      (a, b) => (addresses[a] ?? 0) - (addresses[b] ?? 0) || isRow(a) - isRow(b) || a - b,
    );
    const kept = order.filter((index, nth) => addresses[index] !== addresses[order[nth + 1] ?? NONE]);
    return {
      addresses: kept.map((index) => addresses[index] ?? 0),
      files: kept.map((index) => files[index] ?? NONE),
      lines: kept.map((index) => lines[index] ?? NONE),
    };
  }
}
