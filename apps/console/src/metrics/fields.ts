import { INTERVALS, type Interval } from '../time/intervals.js';
import { choice, flag, list, optionalText, text, type Fields } from '../url/codec.js';

/** Aggregations of the points of a bucket, in the order in which they are offered. */
export const AGGREGATIONS = ['avg', 'min', 'max', 'sum', 'p50', 'p95', 'p99', 'count', 'rate', 'increase'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Second aggregations, of the values of all series of a group. */
export const ACROSS = ['sum', 'avg', 'min', 'max', 'count', 'p50', 'p95', 'p99'] as const;
export type Across = (typeof ACROSS)[number];

/** Labels that a query can be grouped by at once. */
export const MAX_LABELS = 4;

/** Stands for a choice that the page makes. */
export const AUTO = 'auto';

/** The metric that is looked at, and its query. */
export interface MetricsState {
  /** Text that the names in the list contain. */
  readonly find: string;
  readonly name: string | undefined;
  /** The aggregation that suits the type of the metric if `auto`. */
  readonly agg: Aggregation | typeof AUTO;
  /** All points of a group together if `none`. */
  readonly across: Across | 'none';
  /** Labels that divide the points into series. */
  readonly by: readonly string[];
  /** Filter of the series in the search language. */
  readonly q: string;
  /** The width of a bucket; the one that suits the range if `auto`. */
  readonly interval: Interval | typeof AUTO;
  readonly forecast: boolean;
}

export const METRICS_FIELDS: Fields<MetricsState> = {
  find: text(),
  name: optionalText(),
  agg: choice([AUTO, ...AGGREGATIONS], AUTO),
  across: choice(['none', ...ACROSS], 'none'),
  by: list(),
  q: text(),
  interval: choice([AUTO, ...(Object.keys(INTERVALS) as Interval[])], AUTO),
  forecast: flag(),
};

/** A query of all points of a metric, for the one that is opened next. */
export const NO_QUERY = { agg: AUTO, across: 'none', by: [], q: '', forecast: false } as const;
