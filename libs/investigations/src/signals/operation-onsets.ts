import type { OperationFact } from '../facts/facts.js';
import { DURATION_FLOOR, errorFloor, findRise } from '../statistics/rise.js';

type Measured = Pick<OperationFact, 'buckets'>;

/** The bucket from which a larger share of the spans of an operation fails by itself. Epoch milliseconds. */
export function ownErrorsOnset({ buckets }: Measured): number | undefined {
  const calls = buckets.reduce((sum, one) => sum + one.calls, 0);
  return findRise(
    buckets.map(({ start, calls: of, ownErrors }) => ({ start, value: ownErrors / of })),
    errorFloor(calls / Math.max(buckets.length, 1)),
  );
}

/** The bucket from which an operation spends more time itself. Epoch milliseconds. */
export function ownTimeOnset({ buckets }: Measured): number | undefined {
  const timed = buckets.filter((one) => one.timed > 0);
  return findRise(
    timed.map(({ start, ownTime }) => ({ start, value: ownTime })),
    DURATION_FLOOR,
  );
}
