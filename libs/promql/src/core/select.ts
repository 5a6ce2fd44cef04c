import type { RawSeries } from '../source/source.js';
import type { VectorSelector } from '../syntax/ast.js';
import { fixedTime, offsetOf } from './durations.js';
import { load } from './load.js';
import { timeAt, type Scope } from './session.js';
import { smoothAt } from './smooth.js';
import { makeSeries, set, type Series } from './value.js';

/** The property of samples that becomes the value of a series. */
export type Facet = 'value' | 'time' | 'start';

/** Evaluates a selector: the latest sample of each series at each instant, unless it is older than the lookback or stale. */
export async function select(scope: Scope, selector: VectorSelector, facet: Facet = 'value'): Promise<Series[]> {
  const { grid, bounds, settings } = scope;
  const { lookback } = settings;
  const offset = offsetOf(selector.offset, bounds);
  const fixed = fixedTime(selector.at, bounds);
  const end = (step: number) => (fixed ?? timeAt(grid, step)) - offset;
  const isSmoothed = selector.extension === 'smoothed';
  const after = end(0) - lookback;
  const until = end(grid.count - 1) + (isSmoothed ? lookback : 0);
  const found: Series[] = [];
  for (const raw of await load(scope, { matchers: selector.matchers, after, until })) {
    const series = makeSeries(scope, raw.labels);
    if (isSmoothed) smoothAt(raw, series, end, lookback);
    else if (facet !== 'start' || raw.starts) pick(raw, series, facet, end, lookback);
    scope.points.release(raw.times.length);
    if (series.present.includes(1)) found.push(series);
    if (scope.pacer.spend(raw.times.length + grid.count)) await scope.pacer.pause();
  }
  return found;
}

/** Walks over the samples and the instants together. */
function pick(raw: RawSeries, series: Series, facet: Facet, end: (step: number) => number, lookback: number): void {
  const { times, values, stale, starts } = raw;
  let next = 0;
  for (let step = 0; step < series.values.length; step++) {
    const time = end(step);
    while (next < times.length && times[next] <= time) next++;
    const index = next - 1;
    if (index < 0 || times[index] <= time - lookback || stale?.[index]) continue;
    if (facet === 'value') set(series, step, values[index]);
    else set(series, step, (facet === 'time' ? times[index] : (starts?.[index] ?? 0)) / 1_000);
  }
}
