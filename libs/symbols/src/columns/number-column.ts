/** A column of unsigned 32-bit numbers that grows. */
export class NumberColumn {
  #values = new Uint32Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** The values so far; valid until the next one is added. */
  get values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}

/** Represents "none" in columns of indexes. */
export const NONE = 0xffff_ffff;

/** The last index in `from` to `to` whose value is not greater, or -1. The values in between are sorted. */
export function findLast(values: Uint32Array, value: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low > from ? low - 1 : -1;
}
