import assert from 'node:assert/strict';

/** Attempts of the work. A collection of garbage or the compiler can fall into any one, so the cheapest counts. */
const ATTEMPTS = 5;
/** One unit: the number of steps that take about a millisecond on a processor of 2024. */
const STEPS_OF_UNIT = 800_000;
/** The loop is much longer than a tick of the clock that counts CPU time, which is four milliseconds on some systems. */
const UNITS_OF_LOOP = 25;

/** Keeps the compiler from removing the calibration loop. */
let sink = 0;

/** CPU time of this thread, which does not grow while it waits for others, in milliseconds. */
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Fails if some work of this thread needs more CPU time than a budget. The unit is a calibration loop that runs next to each attempt, so a
 * slow processor, or one that is shared with other programs, changes nothing: on a common machine a unit is about a millisecond.
 *
 * @returns the cost in units, the least of the attempts. No attempt follows one within the budget.
 */
export async function cpuBudget(what: string, units: number, work: () => unknown): Promise<number> {
  const costs: number[] = [];
  while (costs.length < ATTEMPTS) {
    const before = await threadMs(calibrate);
    const workMs = await threadMs(work);
    const loopMs = Math.max(before, await threadMs(calibrate));
    const cost = (workMs * UNITS_OF_LOOP) / loopMs;
    if (cost <= units) return cost;
    costs.push(cost);
  }
  assert.fail(`${what} takes ${costs.map((cost) => cost.toFixed(1)).join(', ')} units of CPU time, not ${units}`);
}

function calibrate(): void {
  let mixed = sink | 1;
  for (let step = 0; step < STEPS_OF_UNIT * UNITS_OF_LOOP; step++)
    mixed = (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) + step) | 0;
  sink = mixed;
}
