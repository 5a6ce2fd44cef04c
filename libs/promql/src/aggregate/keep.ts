import { sortPaced } from '../core/pacer.js';
import type { Scope } from '../core/session.js';
import { hasValues, makeSeries, set, type Series, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import { formatGeneral } from '../format/float.js';
import type { Aggregate } from '../syntax/ast.js';
import type { Group } from './groups.js';
import { sampleOffset } from './sample.js';

/** Aggregations whose result is some of the series. */
export const KEEPERS: ReadonlySet<string> = new Set(['topk', 'bottomk', 'limitk', 'limit_ratio']);

/** Keeps some of the series of each group at each instant. */
export async function keepSome(
  scope: Scope,
  expr: Aggregate,
  params: Float64Array,
  groups: readonly Group[],
): Promise<Value> {
  if (!checkParams(scope, expr, params)) return { type: 'vector', series: [] };
  const kept = new Map<Series, Series>();
  const offsets = new Map<Series, number>();
  for (const group of groups) {
    for (let step = 0; step < params.length; step++) {
      const there = group.series.filter(({ present }) => present[step]);
      if (scope.pacer.spend(group.series.length)) await scope.pacer.pause();
      for (const series of await choose(scope, expr.op, params[step], there, step, offsets)) {
        const target = kept.get(series) ?? makeSeries(scope, series.labels, series.dropsName);
        kept.set(series, target);
        set(target, step, series.values[step]);
      }
    }
  }
  return { type: 'vector', series: [...kept.values()].filter(hasValues) };
}

/** Sampling hashes the labels, which takes some microseconds. */
const HASH_COST = 600;

async function sample(
  scope: Scope,
  ratio: number,
  there: readonly Series[],
  offsets: Map<Series, number>,
): Promise<Series[]> {
  const found: Series[] = [];
  for (const series of there) {
    let offset = offsets.get(series);
    if (offset === undefined) {
      offset = sampleOffset(series.labels);
      offsets.set(series, offset);
      if (scope.pacer.spend(HASH_COST)) await scope.pacer.pause();
    }
    if (isSampled(ratio, offset)) found.push(series);
  }
  return found;
}

async function choose(
  scope: Scope,
  op: string,
  param: number,
  there: readonly Series[],
  step: number,
  offsets: Map<Series, number>,
): Promise<readonly Series[]> {
  if (op === 'limit_ratio') return sample(scope, Math.max(-1, Math.min(1, param)), there, offsets);
  const count = Math.max(0, Math.trunc(param));
  if (op === 'limitk') return there.slice(0, count);
  if (count < 1) return [];
  const sign = op === 'topk' ? -1 : 1;
  const compare = ({ values: left }: Series, { values: right }: Series) => byRank(left[step], right[step], sign);
  return (await sortPaced(there, compare, scope.pacer)).slice(0, count);
}

/** NaN comes last. */
function byRank(left: number, right: number, sign: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left === right ? 0 : left < right ? -sign : sign;
}

/** A negative ratio keeps what the positive one that is its complement leaves. */
function isSampled(ratio: number, offset: number): boolean {
  return ratio >= 0 ? offset < ratio : offset >= 1 + ratio;
}

/** False if nothing is kept at any instant. */
function checkParams(scope: Scope, expr: Aggregate, params: Float64Array): boolean {
  const numbers = params.filter((param) => !Number.isNaN(param));
  const hasNaN = numbers.length < params.length;
  const most = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  const least = numbers.reduce((a, b) => Math.min(a, b), Infinity);
  if (expr.op === 'limit_ratio') {
    if (hasNaN) throw failed('Ratio value is NaN');
    for (const [value, bound] of [
      [most, 1],
      [least, -1],
    ]) {
      if (bound > 0 ? value <= bound : value >= bound) continue;
      const message = `ratio value should be between -1 and 1, got ${formatGeneral(value)}, capping to ${bound}`;
      scope.notes.warn(message, expr.param ?? expr);
    }
    return most !== 0 || least !== 0;
  }
  if (hasNaN) throw failed('Parameter value is NaN');
  if (most < 1) return false;
  if (least <= -(2 ** 63)) throw failed(`Scalar value ${formatGeneral(least)} underflows int64`);
  if (most >= 2 ** 63) throw failed(`Scalar value ${formatGeneral(most)} overflows int64`);
  return true;
}
