import * as aggregate from './aggregate.js';
import { changes, resets } from './count.js';
import * as extrapolate from './extrapolate.js';
import { integral } from './integral.js';
import { derivative, predict, smoothTrend } from './trend.js';
import type { RangeFunction } from './window.js';

/** The functions of ranges by name. `absent_over_time` is made of `present_over_time`. */
export const RANGE_FUNCTIONS: ReadonlyMap<string, RangeFunction> = new Map([
  ['absent_over_time', aggregate.present],
  ['avg_over_time', aggregate.average],
  ['changes', changes],
  ['count_over_time', aggregate.count],
  ['delta', extrapolate.delta],
  ['deriv', derivative],
  ['double_exponential_smoothing', smoothTrend],
  ['first_over_time', aggregate.first],
  ['idelta', extrapolate.idelta],
  ['increase', extrapolate.increase],
  ['integral', integral],
  ['irate', extrapolate.irate],
  ['last_over_time', aggregate.last],
  ['mad_over_time', aggregate.medianDeviation],
  ['max_over_time', aggregate.maximum],
  ['min_over_time', aggregate.minimum],
  ['predict_linear', predict],
  ['present_over_time', aggregate.present],
  ['quantile_over_time', aggregate.quantile],
  ['rate', extrapolate.rate],
  ['resets', resets],
  ['stddev_over_time', aggregate.deviation],
  ['stdvar_over_time', aggregate.variance],
  ['sum_over_time', aggregate.sum],
  ['ts_of_first_over_time', aggregate.timeOfFirst],
  ['ts_of_last_over_time', aggregate.timeOfLast],
  ['ts_of_max_over_time', aggregate.timeOfMaximum],
  ['ts_of_min_over_time', aggregate.timeOfMinimum],
]);

/** Functions whose result is still the metric. */
export const KEEPS_NAME: ReadonlySet<string> = new Set(['first_over_time', 'last_over_time']);

/** Functions that take ranges with values at their bounds. */
export const EXTENSIONS: Readonly<Record<'anchored' | 'smoothed', readonly string[]>> = {
  anchored: ['changes', 'delta', 'increase', 'rate', 'resets'],
  smoothed: ['delta', 'increase', 'rate'],
};

/** Functions that depend on the instant itself, not on the range alone. */
export const READS_NOW: ReadonlySet<string> = new Set(['predict_linear']);
