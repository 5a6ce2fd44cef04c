import { float64, sql, type Sql } from '@svc/reading/statement';

/** The expressions that a figure needs from a row of a source. */
export interface RowExpressions {
  /** Number of records that the row represents, and their weight, which is greater if the sender sampled. */
  readonly rows: Sql;
  readonly weight: Sql;
  /** The weight of the records that are errors. */
  readonly errors: Sql;
  /** Nanoseconds since 1970. */
  readonly time: Sql;
  /** The number to aggregate, and the text to count distinctly. */
  readonly value: Sql;
  readonly text: Sql;
}

/** A figure is computed in two steps: the states `a` and `b` of each cell, then the value of each window from the states of its cells. */
export interface Figure {
  readonly a: (row: RowExpressions) => Sql;
  readonly b?: (row: RowExpressions) => Sql;
  readonly value: Sql;
  /** The value of a window without records; NaN if absent. */
  readonly ofNothing?: number;
}

export type Aggregate =
  'count' | 'rate' | 'error_ratio' | 'sum' | 'avg' | 'min' | 'max' | 'last' | 'p50' | 'p90' | 'p95' | 'p99' | 'unique';

export const PERCENTILES: Readonly<Partial<Record<Aggregate, number>>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 };

/** Whether records are counted, so that no field is aggregated. */
export const isOfRecords = (aggregate: Aggregate): boolean =>
  aggregate === 'count' || aggregate === 'rate' || aggregate === 'error_ratio';

/** @param seconds the width of a window. */
export function toFigure(aggregate: Aggregate, seconds: number): Figure {
  switch (aggregate) {
    case 'count':
      return { a: totalWeight, value: sql`sum(a)`, ofNothing: 0 };
    case 'rate':
      return { a: totalWeight, value: sql`sum(a) / ${float64(seconds)}`, ofNothing: 0 };
    case 'error_ratio':
      return { a: totalWeight, b: ({ errors }) => sql`sum(${errors})`, value: sql`sum(b) / sum(a)` };
    case 'sum':
      return { a: weighted, value: sql`sum(a)` };
    case 'avg':
      return { a: weighted, b: totalWeight, value: sql`sum(a) / sum(b)` };
    case 'min':
      return { a: ({ value }) => sql`min(${value})`, value: sql`min(a)` };
    case 'max':
      return { a: ({ value }) => sql`max(${value})`, value: sql`max(a)` };
    case 'last':
      return {
        a: ({ value, time }) => sql`argMax(${value}, ${time})`,
        b: ({ time }) => sql`max(${time})`,
        value: sql`argMax(a, b)`,
      };
    case 'unique':
      return { a: ({ text }) => sql`uniqCombined64State(15)(${text})`, value: sql`uniqCombined64Merge(15)(a)` };
    case 'p50':
    case 'p90':
    case 'p95':
    case 'p99':
      return PERCENTILE_FIGURES[aggregate];
  }
}

const totalWeight = ({ weight }: RowExpressions): Sql => sql`toFloat64(sum(${weight}))`;
const weighted = ({ value, weight }: RowExpressions): Sql => sql`sum(${value} * ${weight})`;

/** Estimates, whose states take little memory however many records there are. The level of a function has to be a constant. */
const PERCENTILE_FIGURES = {
  p50: {
    a: ({ value }: RowExpressions) => sql`quantileTDigestState(0.5)(${value})`,
    value: sql`quantileTDigestMerge(0.5)(a)`,
  },
  p90: {
    a: ({ value }: RowExpressions) => sql`quantileTDigestState(0.9)(${value})`,
    value: sql`quantileTDigestMerge(0.9)(a)`,
  },
  p95: {
    a: ({ value }: RowExpressions) => sql`quantileTDigestState(0.95)(${value})`,
    value: sql`quantileTDigestMerge(0.95)(a)`,
  },
  p99: {
    a: ({ value }: RowExpressions) => sql`quantileTDigestState(0.99)(${value})`,
    value: sql`quantileTDigestMerge(0.99)(a)`,
  },
};
