import type { Scope } from '../core/session.js';
import { anyPresent, hasValues, mergeSame, set, type Series, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import type { Labels } from '../labels/labels.js';
import type { Binary, Matching } from '../syntax/ast.js';
import { operate } from './operators.js';
import { Results } from './results.js';
import { signatureOf } from './signature.js';

/** The series of the side that has one of each signature, and what came of them. */
interface Group {
  readonly ones: Series[];
  readonly signature: Labels;
  /** The index of the series that has a value, by instant; -1 if none has. */
  readonly at: Int32Array;
  readonly results: Results;
}

/** Evaluates an operator of vectors whose series match by their labels. */
export async function matchVectors(
  scope: Scope,
  expr: Binary,
  left: readonly Series[],
  right: readonly Series[],
  matching: Matching,
): Promise<Value> {
  return new Match(scope, expr, matching).evaluate(left, right);
}

class Match {
  readonly #signature: (of: Labels) => Labels;
  readonly #isSwapped: boolean;
  readonly #groups = new Map<string, Group>();
  readonly #fillMany: number | undefined;
  readonly #fillOne: number | undefined;

  constructor(
    readonly scope: Scope,
    readonly expr: Binary,
    readonly matching: Matching,
  ) {
    this.#signature = signatureOf(matching);
    this.#isSwapped = matching.card === 'one-to-many';
    const { fillLeft, fillRight } = matching;
    [this.#fillMany, this.#fillOne] = this.#isSwapped ? [fillRight, fillLeft] : [fillLeft, fillRight];
  }

  async evaluate(left: readonly Series[], right: readonly Series[]): Promise<Value> {
    const [many, ones] = this.#isSwapped ? [right, left] : [left, right];
    await this.#groupOnes(ones, await this.#anyOf(many));
    for (const series of many) {
      this.#matchMany(series);
      if (this.scope.pacer.spend(series.values.length * 8)) await this.scope.pacer.pause();
    }
    if (this.#fillMany !== undefined) await this.#fillUnmatched(this.#fillMany);
    const found = [...this.#groups.values()].flatMap(({ results }) => results.series).filter(hasValues);
    return { type: 'vector', series: await mergeSame(this.scope, found) };
  }

  /** The instants at which a side has any value: without one, nothing is matched, and nothing can be matched twice. */
  async #anyOf(all: readonly Series[]): Promise<Uint8Array> {
    const isFilled = this.#fillMany !== undefined || this.#fillOne !== undefined;
    return isFilled ? new Uint8Array(this.scope.grid.count).fill(1) : anyPresent(this.scope, all);
  }

  #groupOf(labels: Labels): Group {
    const signature = this.#signature(labels);
    let group = this.#groups.get(signature.key);
    if (!group) {
      const at = new Int32Array(this.scope.grid.count).fill(-1);
      const results = new Results(this.scope, this.expr, this.matching);
      group = { ones: [], signature, at, results };
      this.#groups.set(signature.key, group);
    }
    return group;
  }

  async #groupOnes(ones: readonly Series[], any: Uint8Array): Promise<void> {
    for (const series of ones) {
      const { ones: others, at, signature } = this.#groupOf(series.labels);
      for (let step = 0; step < at.length; step++) {
        if (!series.present[step] || !any[step]) continue;
        if (at[step] >= 0) throw this.#duplicate(signature, others[at[step]].labels, series.labels);
        at[step] = others.length;
      }
      others.push(series);
      if (this.scope.pacer.spend(at.length + 100)) await this.scope.pacer.pause();
    }
  }

  #duplicate(signature: Labels, ...labels: readonly Labels[]): Error {
    const side = this.#isSwapped ? 'left' : 'right';
    const names = labels.map(String).sort().join(', ');
    const what = `found duplicate series for the match group ${signature.toString()} on the ${side} hand-side of the operation`;
    return failed(`${what}: [${names}];many-to-many matching not allowed: matching labels must be unique on one side`);
  }

  #matchMany(series: Series): void {
    const group = this.#groupOf(series.labels);
    for (let step = 0; step < series.values.length; step++) {
      if (!series.present[step]) continue;
      const one = group.at[step] >= 0 ? group.ones[group.at[step]] : undefined;
      const value = one ? one.values[step] : this.#fillOne;
      if (value !== undefined)
        this.#combine(group, step, series.labels, series.values[step], one?.labels ?? group.signature, value);
    }
  }

  /** Gives the series of the one side that have found no other a partner with the fill value. */
  async #fillUnmatched(fill: number): Promise<void> {
    for (const group of this.#groups.values()) {
      for (let step = 0; step < group.at.length; step++) {
        if (group.at[step] < 0 || group.results.isMatched(step)) continue;
        const one = group.ones[group.at[step]];
        this.#combine(group, step, group.signature, fill, one.labels, one.values[step]);
      }
      if (this.scope.pacer.spend(group.at.length * 8)) await this.scope.pacer.pause();
    }
  }

  #combine({ results }: Group, step: number, many: Labels, manyValue: number, one: Labels, oneValue: number): void {
    const [left, right] = this.#isSwapped ? [oneValue, manyValue] : [manyValue, oneValue];
    const computed = operate(this.scope, this.expr, left, right);
    if (computed === undefined) return;
    const result = results.match(step, many, one);
    if (typeof computed === 'number') set(result, step, computed);
    else if (this.expr.isBool) set(result, step, Number(computed));
    else if (computed) set(result, step, left);
  }
}
