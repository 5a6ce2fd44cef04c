import type { Scope } from '../core/session.js';
import { hasValues, makeSeries, scalarOf, seriesOf, set, type Series, type Value } from '../core/value.js';
import { formatGeneral } from '../format/float.js';
import { isQuantile } from '../numbers/quantile.js';
import type { Aggregate } from '../syntax/ast.js';
import { accumulator, type Accumulator } from './accumulators.js';
import { countValues } from './count-values.js';
import { groupSeries, type Group } from './groups.js';
import { keepSome, KEEPERS } from './keep.js';

/** Evaluates an aggregation. */
export async function evaluateAggregate(scope: Scope, expr: Aggregate): Promise<Value> {
  const param = expr.param && (await scope.evaluate(expr.param, scope));
  const value = await scope.evaluate(expr.expr, scope);
  const all = seriesOf(value);
  if (expr.op === 'count_values' && param?.type === 'string') return countValues(scope, expr, param.value, all);
  const params = param ? scalarOf(param) : new Float64Array(scope.grid.count);
  const groups = await groupSeries(scope, expr, all);
  if (KEEPERS.has(expr.op)) return keepSome(scope, expr, params, groups);
  if (expr.op === 'quantile' && expr.param) {
    for (const q of params) {
      if (!isQuantile(q))
        scope.notes.warn(`quantile value should be between 0 and 1, got ${formatGeneral(q)}`, expr.param);
    }
  }
  const found: Series[] = [];
  for (const group of groups) {
    const series = await aggregate(scope, expr.op, params, group);
    if (hasValues(series)) found.push(series);
  }
  return { type: 'vector', series: found };
}

async function aggregate(
  scope: Scope,
  op: string,
  params: Float64Array,
  { labels, series: all }: Group,
): Promise<Series> {
  const { count } = scope.grid;
  const accumulators: (Accumulator | undefined)[] = new Array<Accumulator | undefined>(count);
  for (const { values, present } of all) {
    for (let step = 0; step < count; step++) {
      if (present[step]) (accumulators[step] ??= accumulator(op, params[step]))?.add(values[step]);
    }
    if (scope.pacer.spend(count * 4)) await scope.pacer.pause();
  }
  const result = makeSeries(
    scope,
    labels,
    all.some(({ dropsName }) => dropsName),
  );
  for (let step = 0; step < count; step++) {
    const done = accumulators[step];
    if (done) set(result, step, done.value);
    if (scope.pacer.spend(op === 'quantile' ? all.length * 10 : 1)) await scope.pacer.pause();
  }
  return result;
}
