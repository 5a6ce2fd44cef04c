import type { MeasurementResult } from '@svc/contract';
import type { Difference } from '../findings/finding.message.js';

const MAX_DIFFERENCES = 5;
/** Smaller differences are chance. */
const MIN_DIFFERENCE = 0.05;

/** Records of an attribute, before and in the anomalous windows. */
export interface Comparison {
  readonly attribute: string;
  readonly before: MeasurementResult;
  readonly now: MeasurementResult;
}

/** The values whose share of the records grew most. */
export function findDifferences(comparisons: readonly Comparison[]): Difference[] {
  return comparisons
    .flatMap(({ attribute, before, now }) => {
      const earlier = toShares(attribute, before);
      return [...toShares(attribute, now)].map(([value, shareNow]) => {
        const shareBefore = earlier.get(value) ?? 0;
        return { attribute, value, shareBefore, shareNow };
      });
    })
    .filter(({ shareBefore, shareNow }) => shareNow - shareBefore >= MIN_DIFFERENCE)
    .sort((one, other) => other.shareNow - other.shareBefore - (one.shareNow - one.shareBefore))
    .slice(0, MAX_DIFFERENCES);
}

/** The share of each value; records without the attribute have the empty one. */
function toShares(attribute: string, { series }: MeasurementResult): ReadonlyMap<string, number> {
  const counts = series.map(({ labels, values }): [string, number] => [labels[attribute] ?? '', values[0] ?? 0]);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return new Map(total > 0 ? counts.map(([value, count]) => [value, count / total]) : []);
}
