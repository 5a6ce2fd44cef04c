/** Errors in a window, and the unit that they are divided by: requests or minutes. */
export interface ErrorRate {
  readonly errors: number;
  /** More than 0. */
  readonly exposure: number;
}

/** The rate of a window divided by that of another one, with an interval of 95 % confidence. */
export interface RateRatio {
  /** Undefined without errors in the other window. */
  readonly ratio: number | undefined;
  readonly low: number;
  /** Undefined if the interval has no upper bound. */
  readonly high: number | undefined;
}

/** The quantile of the standard normal distribution at 97.5 %. */
const Z = 1.959_963_984_540_054;

/**
 * The ratio of two Poisson rates. Given their sum, the errors of one window are binomial, and its share is estimated with Wilson's score
 * interval, which keeps its confidence also near 0. At least one of the windows must have an error.
 */
export function rateRatio(after: ErrorRate, before: ErrorRate): RateRatio {
  const total = after.errors + before.errors;
  const share = after.errors / total;
  const center = share + Z ** 2 / (2 * total);
  const margin = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const scale = 1 + Z ** 2 / total;
  const perExposure = before.exposure / after.exposure;
  const toRatio = (part: number): number => (part / (1 - part)) * perExposure;
  // The formula yields exact bounds there, but for rounding.
  const low = after.errors === 0 ? 0 : toRatio((center - margin) / scale);
  const high = before.errors === 0 ? undefined : toRatio((center + margin) / scale);
  return { ratio: before.errors === 0 ? undefined : toRatio(share), low, high };
}
