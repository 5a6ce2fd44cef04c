import type { MeasurementResult } from '@svc/contract';
import {
  baselineSlots,
  toEnds,
  isHistory,
  isVolume,
  type Figure,
  type History,
  type Observation,
  type Run,
} from '../detection/index.js';
import { seriesNumber, type Labels, type Series } from './series.js';

/** Measurement of a detector in one window. */
export interface MeasuredWindow {
  /** End of the window in epoch milliseconds. */
  readonly end: number;
  /** Whether there were more series than are watched, so that an absent one may have had records. */
  readonly isTruncated: boolean;
  /** Observations by series number. */
  readonly observations: ReadonlyMap<number, Observation>;
}

export type Windows = ReadonlyMap<number, MeasuredWindow>;

/** The windows of a run, and the labels of what was measured in them. */
export function toWindows(
  run: Run,
  { series, truncated }: MeasurementResult,
): { readonly windows: MeasuredWindow[]; readonly labels: ReadonlyMap<number, Labels> } {
  const labels = new Map(series.map((one): [number, Labels] => [seriesNumber(one.labels), one.labels]));
  const windows = toEnds(run).map((end, index) => ({
    end,
    isTruncated: truncated,
    observations: new Map(
      series.flatMap((one): [number, Observation][] => {
        const value = one.values[index] ?? NaN;
        const records = Number(one.samples[index] ?? 0n);
        return records > 0 && Number.isFinite(value) ? [[seriesNumber(one.labels), { value, records }]] : [];
      }),
    ),
  }));
  return { windows, labels };
}

const NOTHING: Observation = { value: 0, records: 0 };

/**
 * Observation of a series in a window; counts are 0 in windows without records.
 * @returns undefined if it is not known.
 */
export function observe(figure: Figure, series: Series, window: MeasuredWindow | undefined): Observation | undefined {
  if (!window) return undefined;
  const observation = window.observations.get(series.number);
  if (observation) return observation;
  return isVolume(figure) && !window.isTruncated && window.end >= series.firstEnd ? NOTHING : undefined;
}

/** Values that a window of a series is compared with; periods without known values are absent. */
export function getHistory(figure: Figure, series: Series, end: number, windows: Windows): History {
  const values = (ends: readonly number[]): number[] =>
    ends.flatMap((each) => {
      const observation = observe(figure, series, windows.get(each));
      return observation && isHistory(figure, observation) ? [observation.value] : [];
    });
  const known = (periods: readonly (readonly number[])[]): number[][] =>
    periods.map(values).filter((period) => period.length > 0);
  const { weeks, days, hours } = baselineSlots(end);
  return { weeks: known(weeks), days: known(days), hours: known(hours) };
}
