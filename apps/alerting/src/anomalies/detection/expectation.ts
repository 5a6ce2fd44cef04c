import { median, robustScale } from './statistics.js';

/** Kind of figure that a detector measures. */
export type Figure =
  /** Records of a window. */
  | 'count'
  /** Total of an amount over the records of a window. */
  | 'sum'
  /** A share of records between 0 and 1. */
  | 'ratio'
  /** Milliseconds. */
  | 'duration';

/** Measured figure of a series in one window. */
export interface Observation {
  readonly value: number;
  /** Number of records that the value was computed from. */
  readonly records: number;
}

/** Whether nothing is 0, because a window without records has none of it. */
export const isVolume = (figure: Figure): boolean => figure === 'count' || figure === 'sum';

export type Basis = 'weeks' | 'days' | 'hours';

/** Values of the same slot, one list for each period with any known value. */
export type History = Readonly<Record<Basis, readonly (readonly number[])[]>>;

export interface Expectation {
  readonly expected: number;
  /** Usual deviation of values from the expected one; greater than 0. */
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
 * Computes the expected value and its usual deviation. The value is never negative, because no figure is.
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
 * Minimum deviation, by chance alone: the Poisson deviation for counts, which is larger if each record that was read
 * represents several; the binomial deviation for ratios. For sums, the deviation of a random number of amounts whose
 * standard deviation equals their mean, each of the present size.
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
