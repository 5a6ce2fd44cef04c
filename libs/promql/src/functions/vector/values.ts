import { timeAt, type Scope } from '../../core/session.js';
import {
  hasValues,
  makeSeries,
  renamed,
  scalarOf,
  seriesOf,
  set,
  vector,
  type Series,
  type Value,
} from '../../core/value.js';
import { Labels } from '../../labels/labels.js';
import { DATES, MATH } from './math.js';

/** Computes values of series from their values, dropping the names of metrics. */
export async function mapValues(
  scope: Scope,
  value: Value,
  compute: (value: number, step: number) => number | undefined,
): Promise<Value> {
  const found: Series[] = [];
  for (const series of seriesOf(value)) {
    const { labels, dropsName } = renamed(scope, series);
    const mapped = makeSeries(scope, labels, dropsName);
    for (let step = 0; step < series.values.length; step++) {
      const result = series.present[step] ? compute(series.values[step], step) : undefined;
      if (result !== undefined) set(mapped, step, result);
    }
    if (hasValues(mapped)) found.push(mapped);
    if (scope.pacer.spend(series.values.length)) await scope.pacer.pause();
  }
  return vector(scope, found);
}

/** Evaluates functions that look at each value by itself; undefined for others. */
export async function callOnValues(scope: Scope, name: string, args: readonly Value[]): Promise<Value | undefined> {
  const math = MATH.get(name);
  if (math) return mapValues(scope, args[0], math);
  const part = DATES.get(name);
  if (part) return mapValues(scope, args[0] ?? times(scope), (value) => part(new Date(Math.trunc(value) * 1_000)));
  switch (name) {
    case 'clamp':
      return clamp(scope, args[0], scalarOf(args[1]), scalarOf(args[2]));
    case 'clamp_min':
      return clamp(scope, args[0], scalarOf(args[1]), undefined);
    case 'clamp_max':
      return clamp(scope, args[0], undefined, scalarOf(args[1]));
    case 'round': {
      const nearest = args[1] ? scalarOf(args[1]) : undefined;
      return mapValues(scope, args[0], (value, step) => {
        const inverse = 1 / (nearest ? nearest[step] : 1);
        return Math.floor(value * inverse + 0.5) / inverse;
      });
    }
    default:
      return undefined;
  }
}

/** Limits values; there are none if the greatest is below the least. */
function clamp(
  scope: Scope,
  value: Value,
  least: Float64Array | undefined,
  most: Float64Array | undefined,
): Promise<Value> {
  return mapValues(scope, value, (one, step) => {
    const low = least ? least[step] : -Infinity;
    const high = most ? most[step] : Infinity;
    return high < low ? undefined : Math.max(low, Math.min(high, one));
  });
}

/** The instants themselves, in seconds. */
function times(scope: Scope): Value {
  const series = makeSeries(scope, Labels.EMPTY);
  for (let step = 0; step < scope.grid.count; step++) set(series, step, Math.trunc(timeAt(scope.grid, step) / 1_000));
  return { type: 'vector', series: [series] };
}
