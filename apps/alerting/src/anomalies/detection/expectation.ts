import { median, robustScale } from './statistics.js';

/** What a detector measures. */
export type Figure =
  /** Records of a window. */
  | 'count'
  /** What the records of a window amount to together, each a different amount. */
  | 'sum'
  /** A share of records between 0 and 1. */
  | 'ratio'
  /** Milliseconds. */
  | 'duration';

/** What was measured in a window. */
export interface Observation {
  readonly value: number;
  /** Records behind the value. */
  readonly records: number;
}

/** Whether nothing is 0, because a window without records has none of it. */
export const isVolume = (figure: Figure): boolean => figure === 'count' || figure === 'sum';

export type Basis = 'weeks' | 'days' | 'hours';

/** Values of the same slot, one list for each period of which any is known. */
export type History = Readonly<Record<Basis, readonly (readonly number[])[]>>;

export interface Expectation {
  readonly expected: number;
  /** How far values usually are from it; greater than 0. */
  readonly scale: number;
  readonly basis: Basis;
}

interface BasisRule {
  readonly basis: Basis;
  /** Fewer periods than this tell nothing. */
  readonly minPeriods: number;
  /**
   * The least scale as a share of the expectation. Days do not know of weekends and hours do not know of the time of day, so they take
   * only deviations for anomalies that neither explains.
   */
  readonly minRelativeScale: number;
}

/** The best basis that there is enough history for decides. */
const RULES: readonly BasisRule[] = [
  { basis: 'weeks', minPeriods: 2, minRelativeScale: 0.05 },
  { basis: 'days', minPeriods: 3, minRelativeScale: 0.15 },
  { basis: 'hours', minPeriods: 24, minRelativeScale: 0.15 },
];

/**
 * What is usual. Never negative, because no figure is.
 *
 * @param observation the window that is compared: the fewer records it has, the less certain a ratio or a sum is.
 * @returns undefined without enough history.
 */
export function expectation(figure: Figure, history: History, observation: Observation): Expectation | undefined {
  const rule = RULES.find(({ basis, minPeriods }) => history[basis].length >= minPeriods);
  if (!rule) return undefined;
  const values = history[rule.basis].flat();
  const expected = median(values);
  const scale = Math.max(
    robustScale(values, expected),
    rule.minRelativeScale * expected,
    leastScale(figure, expected, observation),
  );
  return { expected, scale, basis: rule.basis };
}

/** Half a percentage point. */
const LEAST_RATIO_SCALE = 0.005;
const LEAST_DURATION_SCALE_MS = 1;

/**
 * How much chance alone moves a figure: Poisson's deviation for counts, which is larger where each record that was read stands for several;
 * the binomial one for ratios. For sums, that of a random number of amounts that vary as much as they are large, each of the size that
 * they have now.
 */
function leastScale(figure: Figure, expected: number, { value, records }: Observation): number {
  switch (figure) {
    case 'count': {
      const weight = Math.max(value / Math.max(records, 1), 1);
      return Math.sqrt(weight * Math.max(expected, weight));
    }
    case 'sum': {
      const amount = value / Math.max(records, 1);
      // An amount of nothing, where nothing is expected either, has no size of its own.
      return Math.sqrt(2 * amount * Math.max(expected, amount)) || 1;
    }
    case 'ratio': {
      const size = Math.max(records, 1);
      const share = Math.min(Math.max(expected, 1 / size), 1 - 1 / (size + 1));
      return Math.max(Math.sqrt((share * (1 - share)) / size), LEAST_RATIO_SCALE);
    }
    case 'duration':
      return LEAST_DURATION_SCALE_MS;
  }
}
