import { setImmediate } from 'node:timers/promises';
import { PromqlError } from '../errors.js';

/** The longest time in milliseconds that the evaluation holds the event loop. */
const SLICE = 8;

/** The clock is read after so many units of work; a unit is a sample that is looked at, and takes some nanoseconds. */
const UNITS = 4_000;

/** Shares the event loop: work is counted, and pauses after a slice of time. */
export class Pacer {
  #left = UNITS;
  #since = performance.now();

  constructor(readonly signal: AbortSignal | undefined) {}

  /** Counts work; true if it is time for a pause. */
  spend(units: number): boolean {
    this.#left -= units;
    if (this.#left > 0) return false;
    this.#left = UNITS;
    return performance.now() - this.#since > SLICE;
  }

  /** @throws PromqlError canceled if the signal is aborted. */
  async pause(): Promise<void> {
    await setImmediate();
    this.check();
    this.#since = performance.now();
  }

  check(): void {
    if (this.signal?.aborted) throw new PromqlError('canceled', 'the query was canceled');
  }
}

/** Sorts in slices of time: runs of some hundred are sorted at once, then merged in pairs. */
export async function sortPaced<T>(
  items: readonly T[],
  compare: (left: T, right: T) => number,
  pacer: Pacer,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += 256) {
    runs.push(items.slice(start, start + 256).sort(compare));
    if (pacer.spend(4_000)) await pacer.pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(index + 1 < runs.length ? await merge(runs[index], runs[index + 1], compare, pacer) : runs[index]);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  pacer: Pacer,
): Promise<T[]> {
  const merged: T[] = [];
  let a = 0;
  let b = 0;
  while (a < left.length && b < right.length) {
    merged.push(compare(left[a], right[b]) <= 0 ? left[a++] : right[b++]);
    if (pacer.spend(10)) await pacer.pause();
  }
  while (a < left.length) merged.push(left[a++]);
  while (b < right.length) merged.push(right[b++]);
  return merged;
}
