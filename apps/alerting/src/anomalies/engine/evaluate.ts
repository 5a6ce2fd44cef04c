import {
  assess,
  beyondCommonRise,
  isVolume,
  step,
  type Assessment,
  type Change,
  type Direction,
} from '../detection/index.js';
import type { Detector } from '../detectors.js';
import type { Series } from './series.js';
import { getHistory, observe, type MeasuredWindow, type Windows } from './windows.js';

/** Changes to a series in one direction after a window. */
export interface SeriesChange {
  readonly series: Series;
  readonly direction: Direction;
  readonly change: Change;
}

export interface Evaluation {
  /** Series whose memory differs from before. */
  readonly changed: readonly Series[];
  readonly changes: readonly SeriesChange[];
}

/** Assessment of a value that cannot be judged, such as the error ratio of no calls. */
const NORMAL: Assessment = { observed: 0, expected: 0, score: 0, basis: 'hours' };

/**
 * Decides what a window changes about all series of a detector.
 *
 * @param isActive whether a finding is still open or acknowledged.
 */
export function evaluate(
  detector: Detector,
  series: readonly Series[],
  window: MeasuredWindow,
  windows: Windows,
  isActive: (finding: string) => boolean,
): Evaluation {
  const changed: Series[] = [];
  const changes: SeriesChange[] = [];
  for (const [one, assessment] of assessAll(detector, series, window, windows)) {
    let { memory } = one;
    for (const direction of detector.directions) {
      const before = memory[direction];
      const { track, change } = step(
        before,
        window.end,
        assessment,
        direction,
        before?.finding !== undefined && isActive(before.finding),
      );
      if (track === before) continue;
      const { [direction]: _, ...others } = memory;
      memory = track ? { ...others, [direction]: track } : others;
      if (change) changes.push({ series: one, direction, change });
    }
    if (memory !== one.memory) changed.push({ ...one, memory });
  }
  return { changed, changes };
}

/** The assessments of all series that the window has a value for. */
function assessAll(
  detector: Detector,
  series: readonly Series[],
  window: MeasuredWindow,
  windows: Windows,
): (readonly [Series, Assessment])[] {
  const assessed = series.flatMap((one) => {
    const assessment = assessSeries(detector, one, window, windows);
    return assessment ? [[one, assessment] as const] : [];
  });
  const { risesWith } = detector;
  if (risesWith === undefined) return assessed;
  return [...Map.groupBy(assessed, ([{ labels }]) => labels[risesWith]).values()].flatMap((group) => {
    const beyond = beyondCommonRise(group.map(([, assessment]) => assessment));
    return group.map(([one, assessment], nth) => [one, beyond[nth] ?? assessment] as const);
  });
}

/** @returns undefined if the window says nothing about the series. */
function assessSeries(
  { figure, directions }: Detector,
  series: Series,
  window: MeasuredWindow,
  windows: Windows,
): Assessment | undefined {
  const observation = observe(figure, series, window);
  if (!observation) return !isVolume(figure) && !window.isTruncated ? NORMAL : undefined;
  return assess({ figure, directions }, observation, getHistory(figure, series, window.end, windows));
}
