import type { RawSeries } from '../source/source.js';
import { set, type Series } from './value.js';

/** Interpolates between the samples before and after each instant, within the lookback; without a later one, the earlier stands. */
export function smoothAt(raw: RawSeries, series: Series, end: (step: number) => number, lookback: number): void {
  const live = [...raw.times.keys()].filter((index) => !raw.stale?.[index]);
  let next = 0;
  for (let step = 0; step < series.values.length; step++) {
    const time = end(step);
    while (next < live.length && raw.times[live[next]] < time) next++;
    const after = next < live.length && raw.times[live[next]] <= time + lookback ? live[next] : undefined;
    const before = next > 0 && raw.times[live[next - 1]] > time - lookback ? live[next - 1] : undefined;
    if (after !== undefined && raw.times[after] === time) set(series, step, raw.values[after]);
    else if (before !== undefined)
      set(series, step, after === undefined ? raw.values[before] : between(raw, before, after, time));
  }
}

function between({ times, values }: RawSeries, before: number, after: number, time: number): number {
  const share = (time - times[before]) / (times[after] - times[before]);
  return values[before] + (values[after] - values[before]) * share;
}
