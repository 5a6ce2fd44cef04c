import { checkSeries } from '../core/load.js';
import { rangesOf } from '../core/ranges.js';
import type { Scope } from '../core/session.js';
import { hasValues, type Series } from '../core/value.js';
import type { MatrixSelector, Subquery } from '../syntax/ast.js';

/** The functions that a source may compute itself: those of one argument whose notes depend on labels alone. */
const FUNCTIONS = new Set([
  ...['rate', 'increase', 'delta', 'irate', 'idelta', 'changes', 'resets'],
  ...['avg_over_time', 'count_over_time', 'max_over_time', 'min_over_time', 'sum_over_time', 'last_over_time'],
  ...['present_over_time', 'absent_over_time'],
]);

/** Asks the source to compute a function of ranges; undefined if it does not, or if the ranges are not on a grid. */
export async function pushDown(
  scope: Scope,
  name: string,
  argument: MatrixSelector | Subquery,
): Promise<Series[] | undefined> {
  const { source, grid, pacer } = scope;
  if (!source.range || !FUNCTIONS.has(name) || argument.kind !== 'matrix' || argument.selector.extension !== undefined)
    return undefined;
  const { range, isFixed, end } = rangesOf(scope, argument);
  if (isFixed) return undefined;
  const ends = { start: end(0), step: grid.step, count: grid.count };
  const batches = await source.range(
    { function: name, matchers: argument.selector.matchers, ends, range },
    pacer.signal,
  );
  if (!batches) return undefined;
  const found: Series[] = [];
  for await (const batch of batches) {
    for (const { labels, values, present } of batch) {
      scope.points.take(grid.count);
      const series = { labels, dropsName: false, values, present };
      if (hasValues(series)) found.push(series);
    }
    checkSeries(scope, found.length);
    if (pacer.spend(batch.length)) await pacer.pause();
  }
  return found;
}
