import { median, robustScale } from './statistics.js';

/** What a detector measures. */
export type Figure =
  /** Records of a window. */
  | 'count'
  /** A share of records between 0 and 1. */
  | 'ratio'
  /** Milliseconds. */
  | 'duration';

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
 * @param records of the window that is compared; the fewer, the less certain a ratio is.
 * @returns undefined without enough history.
 */
export function expectation(figure: Figure, history: History, records: number): Expectation | undefined {
  const rule = RULES.find(({ basis, minPeriods }) => history[basis].length >= minPeriods);
  if (!rule) return undefined;
  const values = history[rule.basis].flat();
  const expected = median(values);
  const scale = Math.max(
    robustScale(values, expected),
    rule.minRelativeScale * expected,
    leastScale(figure, expected, records),
  );
  return { expected, scale, basis: rule.basis };
}

/** Half a percentage point. */
const LEAST_RATIO_SCALE = 0.005;
const LEAST_DURATION_SCALE_MS = 1;

/** How much chance alone moves a figure: Poisson's deviation for counts, the binomial one for ratios. */
function leastScale(figure: Figure, expected: number, records: number): number {
  switch (figure) {
    case 'count':
      return Math.sqrt(Math.max(expected, 1));
    case 'ratio': {
      const size = Math.max(records, 1);
      const share = Math.min(Math.max(expected, 1 / size), 1 - 1 / (size + 1));
      return Math.max(Math.sqrt((share * (1 - share)) / size), LEAST_RATIO_SCALE);
    }
    case 'duration':
      return LEAST_DURATION_SCALE_MS;
  }
}
