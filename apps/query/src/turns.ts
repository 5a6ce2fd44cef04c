import { setImmediate } from 'node:timers/promises';

/** Half of what the event loop may be held for. */
const TURN_MS = 10;
/** Looking at the clock costs more than most of the work between. */
const STEP = 16;

/** `map` for long lists: lets other requests run in between. */
export async function inTurns<In, Out>(items: readonly In[], transform: (item: In) => Out): Promise<Out[]> {
  const results: Out[] = [];
  let turnBegan = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(transform(item));
    if (index % STEP === 0 && performance.now() - turnBegan > TURN_MS) {
      await setImmediate();
      turnBegan = performance.now();
    }
  }
  return results;
}
