/** The multiple of the usual effort: `SVC_TEST_EFFORT`, which `npm run test:all` sets to 10. */
const EFFORT = Number(process.env['SVC_TEST_EFFORT'] ?? 1);

/** Whether everything that the gate leaves out to save time runs too. */
export const isThorough = EFFORT >= 10;

/** A repeat count, or a list of cases: the first in the gate, the second in a thorough run. */
export function byEffort<T>(gate: T, all: T): T {
  return isThorough ? all : gate;
}
