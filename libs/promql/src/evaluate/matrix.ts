import { sortPaced } from '../core/pacer.js';
import { evaluateRanges, loadRanges, type Ranges } from '../core/ranges.js';
import type { Scope } from '../core/session.js';
import type { Samples } from '../core/value.js';
import { withBounds } from '../functions/range/bounds.js';
import { Window } from '../functions/range/window.js';
import type { MatrixSelector, Subquery } from '../syntax/ast.js';
import { byLabels, type ResultSeries } from './result.js';

/** Evaluates a range itself at an instant: its samples. */
export async function evaluateMatrix(scope: Scope, expr: MatrixSelector | Subquery): Promise<ResultSeries[]> {
  const ranges = expr.kind === 'matrix' ? await loadRanges(scope, expr) : await evaluateRanges(scope, expr);
  const extension = expr.kind === 'matrix' ? expr.selector.extension : undefined;
  const found: ResultSeries[] = [];
  for (const samples of ranges.samples) {
    const series = extension === undefined ? within(samples, ranges) : extended(scope, samples, ranges, extension);
    if (series && series.times.length > 0) found.push(series);
    if (scope.pacer.spend(samples.times.length)) await scope.pacer.pause();
  }
  return sortPaced(found, byLabels, scope.pacer);
}

function within({ labels, dropsName, times, values }: Samples, { end, range }: Ranges): ResultSeries {
  const until = end(0);
  const isIn = (_: number, index: number) => times[index] > until - range && times[index] <= until;
  return { labels: dropsName ? labels.bare : labels, times: times.filter(isIn), values: values.filter(isIn) };
}

function extended(
  { settings }: Scope,
  samples: Samples,
  { range, end }: Ranges,
  extension: 'anchored' | 'smoothed',
): ResultSeries | undefined {
  const window = new Window(samples, range, settings.lookback, extension, settings.usesStarts, () => undefined);
  window.until = end(0);
  window.from = window.until - range;
  window.end = samples.times.length;
  return withBounds(window);
}
