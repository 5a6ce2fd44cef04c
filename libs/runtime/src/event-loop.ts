import { setImmediate } from 'node:timers/promises';

/** Half of the 20 ms for which the event loop may be blocked at most. */
const MAX_HELD_MS = 10;
/** Reading the clock costs more than most of the steps between two readings. */
const STEPS_BETWEEN_READINGS = 16;

/** Splits long work: `if (yielder.isDue()) await yielder.yield()` after each step lets other requests run in between. */
export class EventLoopYielder {
  #steps = 0;
  #heldSince = performance.now();

  /** @param stepsBetweenReadings of the clock; 1 if a single step may take a millisecond. */
  constructor(private readonly stepsBetweenReadings = STEPS_BETWEEN_READINGS) {}

  isDue(): boolean {
    return ++this.#steps % this.stepsBetweenReadings === 0 && performance.now() - this.#heldSince > MAX_HELD_MS;
  }

  async yield(): Promise<void> {
    await setImmediate();
    this.#heldSince = performance.now();
  }
}

/**
 * `map` for long lists; yields between items.
 *
 * @param stepsBetweenReadings of the clock; 1 if a single item may take a millisecond.
 */
export async function mapYielding<In, Out>(
  items: readonly In[],
  transform: (item: In) => Out,
  stepsBetweenReadings?: number,
): Promise<Out[]> {
  const results: Out[] = [];
  const yielder = new EventLoopYielder(stepsBetweenReadings);
  for (const item of items) {
    results.push(transform(item));
    if (yielder.isDue()) await yielder.yield();
  }
  return results;
}

/** A run of this length is sorted in well under the time that the event loop may be blocked. */
const RUN_LENGTH = 1024;

/** `toSorted` for long lists: a merge sort that yields between its steps. */
export async function sortYielding<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const yielder = new EventLoopYielder();
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    runs.push(items.slice(at, at + RUN_LENGTH).sort(compare));
    await yielder.yield();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergeYielding(runs[at] ?? [], runs[at + 1] ?? [], compare, yielder));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeYielding<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
  yielder: EventLoopYielder,
): Promise<Item[]> {
  const merged: Item[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    const takesLeft = right === undefined || (left !== undefined && compare(left, right) <= 0);
    const next = takesLeft ? left : right;
    if (next !== undefined) merged.push(next);
    if (takesLeft) i++;
    else j++;
    if (yielder.isDue()) await yielder.yield();
  }
  return merged;
}
