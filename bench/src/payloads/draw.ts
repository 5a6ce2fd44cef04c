import { seededRandom } from '@svc/testing';

/** Draws values that a seed determines. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  hex(bytes: number): string {
    let digits = '';
    for (let i = 0; i < bytes; i += 2) digits += this.below(0x10000).toString(16).padStart(4, '0');
    return digits;
  }
}
