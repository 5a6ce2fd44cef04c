import { KahanMean, KahanSum } from '../numbers/kahan.js';
import { quantileOf } from '../numbers/quantile.js';

/** Aggregates the values of a group at one instant. */
export interface Accumulator {
  add(value: number): void;
  readonly value: number;
}

class Best implements Accumulator {
  value = NaN;

  constructor(readonly beats: (value: number, other: number) => boolean) {}

  add(value: number): void {
    if (this.beats(value, this.value) || Number.isNaN(this.value)) this.value = value;
  }
}

class Counter implements Accumulator {
  value = 0;

  add(): void {
    this.value++;
  }
}

class One implements Accumulator {
  readonly value = 1;

  add(): void {
    // The group exists.
  }
}

/** The variance by the method of Welford. */
class Variance implements Accumulator {
  #count = 0;
  #mean = 0;
  #squares = 0;

  constructor(readonly isDeviation: boolean) {}

  add(value: number): void {
    this.#count++;
    if (this.#count === 1) {
      this.#mean = value;
      this.#squares = Number.isFinite(value) ? 0 : NaN;
      return;
    }
    const difference = value - this.#mean;
    this.#mean += difference / this.#count;
    this.#squares += difference * (value - this.#mean);
  }

  get value(): number {
    const variance = this.#squares / this.#count;
    return this.isDeviation ? Math.sqrt(variance) : variance;
  }
}

class Quantile implements Accumulator {
  readonly #values: number[] = [];

  constructor(readonly q: number) {}

  add(value: number): void {
    this.#values.push(value);
  }

  get value(): number {
    return quantileOf(this.q, Float64Array.from(this.#values));
  }
}

/** Makes what aggregates at an instant; undefined for aggregations that keep series or count values. */
export function accumulator(op: string, param: number): Accumulator | undefined {
  switch (op) {
    case 'sum':
      return new KahanSum();
    case 'avg':
      return new KahanMean();
    case 'min':
      return new Best((value, other) => value < other);
    case 'max':
      return new Best((value, other) => value > other);
    case 'count':
      return new Counter();
    case 'group':
      return new One();
    case 'stddev':
    case 'stdvar':
      return new Variance(op === 'stddev');
    case 'quantile':
      return new Quantile(param);
    default:
      return undefined;
  }
}
