import type { Scope } from '../core/session.js';
import { makeSeries, type Series } from '../core/value.js';
import { failed } from '../errors.js';
import type { Labels } from '../labels/labels.js';
import type { Binary, Matching } from '../syntax/ast.js';
import { arithmetic } from './operators.js';

interface Result {
  readonly series: Series;
  /** 1 at instants at which two series were matched to this one, if the comparison was false too. */
  readonly matched: Uint8Array;
}

/** The results of an operator for one signature: one series, or several if one side may have many. */
export class Results {
  readonly #byKey = new Map<string, Result>();
  readonly #byPair = new Map<Labels, Map<Labels, Result>>();
  readonly #matched: Uint8Array;
  readonly #labels: ReadonlySet<string>;

  constructor(
    readonly scope: Scope,
    readonly expr: Binary,
    readonly matching: Matching,
  ) {
    this.#matched = new Uint8Array(scope.grid.count);
    this.#labels = new Set(matching.labels);
  }

  get series(): Series[] {
    return [...this.#byKey.values()].map(({ series }) => series);
  }

  isMatched(step: number): boolean {
    return this.#matched[step] === 1;
  }

  /**
   * Finds the result of two series.
   *
   * @throws PromqlError if it has been found at this instant before.
   */
  match(step: number, many: Labels, one: Labels): Series {
    const result = this.#resultOf(many, one);
    if (this.matching.card === 'one-to-one') {
      if (this.#matched[step]) {
        throw failed('multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)');
      }
    } else if (result.matched[step]) {
      throw failed('multiple matches for labels: grouping labels must ensure unique matches');
    }
    this.#matched[step] = 1;
    result.matched[step] = 1;
    return result.series;
  }

  #resultOf(many: Labels, one: Labels): Result {
    const pairs = this.#byPair.get(many) ?? new Map<Labels, Result>();
    this.#byPair.set(many, pairs);
    let result = pairs.get(one);
    if (!result) {
      const labels = this.#labelsOf(many, one);
      result = this.#byKey.get(labels.key) ?? {
        series: makeSeries(this.scope, labels, this.expr.isBool),
        matched: new Uint8Array(this.scope.grid.count),
      };
      this.#byKey.set(labels.key, result);
      pairs.set(one, result);
    }
    return result;
  }

  #labelsOf(many: Labels, one: Labels): Labels {
    const { op, isBool } = this.expr;
    const isBare = arithmetic(op, 0, 0) !== undefined || (isBool && !this.scope.settings.delaysNames);
    let labels = isBare ? many.bare : many;
    if (this.matching.card === 'one-to-one')
      labels = this.matching.isOn ? labels.keep(this.#labels) : labels.drop(this.#labels);
    for (const name of this.matching.include) labels = labels.with(name, one.get(name));
    return labels;
  }
}
