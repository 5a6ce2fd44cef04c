import { compareLabels, type Labels } from '../labels/labels.js';

/** A series of a result: times in milliseconds, and a value for each. */
export interface ResultSeries {
  readonly labels: Labels;
  readonly times: Float64Array;
  readonly values: Float64Array;
}

export type ResultValue =
  | { readonly type: 'scalar'; readonly time: number; readonly value: number }
  | { readonly type: 'string'; readonly time: number; readonly value: string }
  /** Series with one value each. */
  | { readonly type: 'vector'; readonly series: readonly ResultSeries[] }
  | { readonly type: 'matrix'; readonly series: readonly ResultSeries[] };

export interface Result {
  readonly value: ResultValue;
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
}

export function byLabels(left: ResultSeries, right: ResultSeries): number {
  return compareLabels(left.labels, right.labels);
}
