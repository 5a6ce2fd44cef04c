import { failed } from '../errors.js';
import type { Grid, SeriesSource } from '../source/source.js';
import type { Expr } from '../syntax/ast.js';
import type { Value } from './data.js';
import type { Notes } from './notes.js';
import type { Pacer } from './pacer.js';

/** The settings of evaluations, each with the value of Prometheus, or with a bound of this service. */
export interface Settings {
  /** Milliseconds for which a sample stands for its series; 5 minutes. */
  readonly lookback: number;
  /** Milliseconds between the instants of subqueries that name no step; 1 minute. */
  readonly subqueryStep: number;
  /** The most series that a selector or an operation may have; 50,000. */
  readonly maxSeries: number;
  /** The most values that a query may hold; a value takes up to 17 bytes. */
  readonly maxPoints: number;
  /** Whether names of metrics are dropped at the end only, as with the feature `promql-delayed-name-removal`; false. */
  readonly delaysNames: boolean;
  /** Whether resets of counters are seen by their start times too, as with the feature `use-start-timestamps`; false. */
  readonly usesStarts: boolean;
  /** Whether counters are told by the label `__type__`, as with the feature `type-and-unit-labels`; false. */
  readonly usesTypes: boolean;
}

/** The bounds of the query itself, in milliseconds, which `start()`, `end()`, `step()` and `range()` mean. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
  /** 0 for an instant. */
  readonly step: number;
}

/** An evaluation: a query, its source of series, and the instants at which an expression is wanted. */
export interface Scope {
  readonly settings: Settings;
  readonly source: SeriesSource;
  readonly bounds: Bounds;
  readonly notes: Notes;
  readonly pacer: Pacer;
  readonly points: Points;
  readonly grid: Grid;
  evaluate(expr: Expr, scope: Scope): Promise<Value>;
}

/** Counts the values that a query has made or read. */
export class Points {
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** @throws PromqlError execution beyond the maximum. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw failed('the query would hold more values in memory than it may');
  }

  /** Gives back values that are no longer held. */
  release(count: number): void {
    this.#left += count;
  }
}

/** The time of an instant of the grid. */
export function timeAt({ start, step }: Grid, index: number): number {
  return start + index * step;
}
