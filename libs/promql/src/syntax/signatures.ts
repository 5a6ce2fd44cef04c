import type { ValueType } from './ast.js';

/** The arguments of a function. Variadic ones may have so many more, any number if it is -1; the last type is that of the rest. */
export interface Signature {
  readonly argTypes: readonly ValueType[];
  readonly variadic: number;
  readonly returnType: ValueType;
}

const table = new Map<string, Signature>();

function add(names: string, argTypes: readonly ValueType[], variadic = 0, returnType: ValueType = 'vector'): void {
  for (const name of names.split(' ')) table.set(name, { argTypes, variadic, returnType });
}

add(
  'abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor ln log10 log2 rad sgn sin sinh sqrt tan tanh',
  ['vector'],
);
add('histogram_avg histogram_count histogram_sum histogram_stddev histogram_stdvar', ['vector']);
add('sort sort_desc start_timestamp timestamp', ['vector']);
add('days_in_month day_of_month day_of_week day_of_year hour minute month year', ['vector'], 1);
add('absent_over_time avg_over_time changes count_over_time delta deriv first_over_time idelta increase irate', [
  'matrix',
]);
add('last_over_time mad_over_time max_over_time min_over_time present_over_time rate resets stddev_over_time', [
  'matrix',
]);
add('stdvar_over_time sum_over_time', ['matrix']);
add('ts_of_first_over_time ts_of_last_over_time ts_of_max_over_time ts_of_min_over_time', ['matrix']);
add('clamp', ['vector', 'scalar', 'scalar']);
add('clamp_max clamp_min', ['vector', 'scalar']);
add('double_exponential_smoothing', ['matrix', 'scalar', 'scalar']);
add('histogram_fraction', ['scalar', 'scalar', 'vector']);
add('histogram_quantile', ['scalar', 'vector']);
add('histogram_quantiles', ['vector', 'string', 'scalar', 'scalar'], 9);
add('info', ['vector', 'vector'], 1);
add('integral', ['matrix', 'scalar'], 1);
add('label_join', ['vector', 'string', 'string', 'string'], -1);
add('label_replace', ['vector', 'string', 'string', 'string', 'string']);
add('predict_linear', ['matrix', 'scalar']);
add('quantile_over_time', ['scalar', 'matrix']);
add('round', ['vector', 'scalar'], 1);
add('sort_by_label sort_by_label_desc', ['vector', 'string'], -1);
add('vector', ['scalar']);
add('scalar', ['vector'], 0, 'scalar');
add('max_of min_of', ['scalar', 'scalar'], 0, 'scalar');
add('end pi range start step time', [], 0, 'scalar');

/** The functions of PromQL by name. */
export const SIGNATURES: ReadonlyMap<string, Signature> = table;

/** The aggregations that have a parameter, and its type. */
export const AGGREGATION_PARAMS: ReadonlyMap<string, ValueType> = new Map([
  ['topk', 'scalar'],
  ['bottomk', 'scalar'],
  ['limitk', 'scalar'],
  ['limit_ratio', 'scalar'],
  ['quantile', 'scalar'],
  ['count_values', 'string'],
]);

export const SET_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'unless']);
export const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);
