import type { Scope } from '../core/session.js';
import { hasValues, makeSeries, renamed, set, vector, type Series, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import type { Binary } from '../syntax/ast.js';
import { SET_OPERATORS } from '../syntax/signatures.js';
import { matchVectors } from './match.js';
import { arithmetic, compare, operate } from './operators.js';
import { combineSets } from './sets.js';

/** Evaluates an operator. */
export async function evaluateBinary(scope: Scope, expr: Binary): Promise<Value> {
  const left = await scope.evaluate(expr.left, scope);
  const right = await scope.evaluate(expr.right, scope);
  if (left.type === 'string' || right.type === 'string')
    throw failed('binary expression must contain only scalar and instant vector types');
  if (left.type === 'scalar' && right.type === 'scalar') return scalars(expr.op, left.values, right.values);
  if (left.type === 'vector' && right.type === 'scalar')
    return withScalar(scope, expr, left.series, right.values, false);
  if (left.type === 'scalar' && right.type === 'vector')
    return withScalar(scope, expr, right.series, left.values, true);
  if (left.type !== 'vector' || right.type !== 'vector' || !expr.matching)
    throw failed(`operator "${expr.op}" not allowed`);
  if (SET_OPERATORS.has(expr.op)) return combineSets(scope, expr.op, left.series, right.series, expr.matching);
  return matchVectors(scope, expr, left.series, right.series, expr.matching);
}

function scalars(op: string, left: Float64Array, right: Float64Array): Value {
  const values = left.map((value, step) => {
    const result = arithmetic(op, value, right[step]);
    if (result !== undefined) return result;
    const isTrue = compare(op, value, right[step]);
    if (isTrue === undefined) throw failed(`operator "${op}" not allowed for Scalar operations`);
    return Number(isTrue);
  });
  return { type: 'scalar', values };
}

/** A comparison keeps the value of the series, on which side ever it is. */
async function withScalar(
  scope: Scope,
  expr: Binary,
  all: readonly Series[],
  scalar: Float64Array,
  isSwapped: boolean,
): Promise<Value> {
  const { op, isBool } = expr;
  const found: Series[] = [];
  const makesMetric = isBool || arithmetic(op, 0, 0) !== undefined;
  for (const series of all) {
    const { labels, dropsName } = makesMetric ? renamed(scope, series) : series;
    const result = makeSeries(scope, labels, dropsName);
    for (let step = 0; step < scalar.length; step++) {
      if (!series.present[step]) continue;
      const value = series.values[step];
      const [left, right] = isSwapped ? [scalar[step], value] : [value, scalar[step]];
      const computed = operate(scope, expr, left, right);
      if (computed === true) set(result, step, isBool ? 1 : value);
      else if (computed === false && isBool) set(result, step, 0);
      else if (typeof computed === 'number') set(result, step, computed);
    }
    if (hasValues(result)) found.push(result);
    if (scope.pacer.spend(scalar.length * 4)) await scope.pacer.pause();
  }
  return vector(scope, found);
}
