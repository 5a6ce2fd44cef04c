import { failed } from '../errors.js';
import type { RawSeries, Selection } from '../source/source.js';
import type { Scope } from './session.js';

/**
 * Reads the samples of a selector.
 *
 * @throws PromqlError if there are too many, or native histograms among them.
 */
export async function load(scope: Scope, selection: Selection): Promise<RawSeries[]> {
  const found: RawSeries[] = [];
  scope.pacer.check();
  for await (const batch of scope.source.select(selection, scope.pacer.signal)) {
    for (const series of batch) {
      if (series.times.length === 0 && !series.hasHistograms) continue;
      if (series.hasHistograms) throw failed(`native histograms are not supported yet: ${series.labels.toString()}`);
      scope.points.take(series.times.length);
      found.push(series);
    }
    checkSeries(scope, found.length);
    if (scope.pacer.spend(batch.length)) await scope.pacer.pause();
  }
  return found;
}

/** @throws PromqlError if there are more series than the settings allow. */
export function checkSeries(scope: Scope, count: number): void {
  const { maxSeries } = scope.settings;
  if (count > maxSeries) throw failed(`query selects more than ${maxSeries} series`);
}
