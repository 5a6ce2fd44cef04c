import type { Labels } from '../labels/labels.js';

/** Values of a series at the instants of the grid. */
export interface Series {
  readonly labels: Labels;
  /** Whether the labels that describe the metric are to be dropped at the end. */
  readonly dropsName: boolean;
  readonly values: Float64Array;
  /** 1 where there is a value. */
  readonly present: Uint8Array;
}

/** Samples of a series in a range, without stale ones. */
export interface Samples {
  readonly labels: Labels;
  readonly dropsName: boolean;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly starts: Float64Array | undefined;
}

export type Value =
  | { readonly type: 'scalar'; readonly values: Float64Array }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'vector'; readonly series: readonly Series[] };
