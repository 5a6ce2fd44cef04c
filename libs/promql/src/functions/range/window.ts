import type { Samples } from '../../core/value.js';

/** A range of the samples of one series, at one instant. It is reused for the next. */
export class Window {
  /** Indexes of the first sample and of the one after the last. */
  first = 0;
  end = 0;
  /** The instant of the evaluation, and the bounds of the range: exclusive and inclusive. All are milliseconds. */
  now = 0;
  from = 0;
  until = 0;
  /** The values of the other arguments, in their order. */
  args: readonly number[] = [];

  constructor(
    readonly samples: Samples,
    readonly range: number,
    readonly lookback: number,
    readonly extension: 'anchored' | 'smoothed' | undefined,
    readonly usesStarts: boolean,
    readonly warn: (message: string) => void,
  ) {}

  get length(): number {
    return this.end - this.first;
  }

  time(index: number): number {
    return this.samples.times[index];
  }

  value(index: number): number {
    return this.samples.values[index];
  }

  /** The start time of a sample in milliseconds; 0 if it is not known. */
  startOf(index: number): number {
    return this.usesStarts ? (this.samples.starts?.[index] ?? 0) : 0;
  }

  /** A copy of the values. */
  copy(): Float64Array {
    return this.samples.values.slice(this.first, this.end);
  }
}

/** Computes a value of a range that has samples; undefined if they are too few. */
export type RangeFunction = (window: Window) => number | undefined;
