import { setImmediate } from 'node:timers/promises';

/** Half of what the event loop may be held for. */
const TURN_MS = 10;
/** Looking at the clock costs more than most of the work between. */
const STEP = 16;

/** Long work in pieces: `if (turn.isOver()) await turn.next()` after each step lets other requests run in between. */
export class Turn {
  private steps = 0;
  private began = performance.now();

  isOver(): boolean {
    return ++this.steps % STEP === 0 && performance.now() - this.began > TURN_MS;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.began = performance.now();
  }
}

/** `map` for long lists. */
export async function inTurns<In, Out>(items: readonly In[], transform: (item: In) => Out): Promise<Out[]> {
  const results: Out[] = [];
  const turn = new Turn();
  for (const item of items) {
    results.push(transform(item));
    if (turn.isOver()) await turn.next();
  }
  return results;
}

/** So many are sorted in well under a turn. */
const SORTED_AT_ONCE = 1024;

/** `toSorted` for long lists: pieces are sorted and then merged. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const turn = new Turn();
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
    runs.push(items.slice(at, at + SORTED_AT_ONCE).sort(compare));
    await turn.next();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergeInTurns(runs[at] ?? [], runs[at + 1] ?? [], compare, turn));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInTurns<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
  turn: Turn,
): Promise<Item[]> {
  const merged: Item[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    const takesLeft = right === undefined || (left !== undefined && compare(left, right) <= 0);
    const next = takesLeft ? left : right;
    if (next !== undefined) merged.push(next);
    if (takesLeft) i++;
    else j++;
    if (turn.isOver()) await turn.next();
  }
  return merged;
}
