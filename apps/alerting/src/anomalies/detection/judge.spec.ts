import assert from 'node:assert/strict';
import {
  costSeries,
  sampledSeries,
  seasonalSeries,
  SERIES_WINDOWS,
  WATCHED_FROM,
  type SeasonalSeries,
} from '../testing/seasonal-series.js';
import { assess, baselineSlots, step, WINDOW_MS, type Direction, type Subject, type Track } from './index.js';

const SERIES = 30;
/** A finding may begin this many windows after the anomaly, because several windows have to deviate. */
const SLACK = 6;

interface Found {
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
}

/** Runs the detection over the last week of a series. */
function detect(subject: Subject, { values, records = values }: SeasonalSeries): Found[] {
  const found: Found[] = [];
  const valuesOf = (ends: readonly number[]): number[] =>
    ends.flatMap((end) => {
      const value = values[end / WINDOW_MS];
      return value === undefined ? [] : [value];
    });
  for (const direction of subject.directions) {
    let track: Track | undefined;
    let open = -1;
    for (let index = WATCHED_FROM; index < SERIES_WINDOWS; index++) {
      const end = index * WINDOW_MS;
      const slots = baselineSlots(end);
      const history = { weeks: slots.weeks.map(valuesOf), days: slots.days.map(valuesOf), hours: [] };
      const value = values[index] ?? 0;
      const assessment = assess(subject, { value, records: records[index] ?? 0 }, history);
      assert.ok(assessment);
      const next = step(track, end, assessment, direction, true);
      track = next.track;
      if (next.change?.kind === 'open') {
        track = next.track && { ...next.track, finding: 'x' };
        open = index;
      }
      if (next.change?.kind === 'resolve') found.push({ from: open, to: index, direction });
    }
    if (track?.finding !== undefined) found.push({ from: open, to: SERIES_WINDOWS, direction });
  }
  return found;
}

const KINDS: readonly (readonly [string, Subject, (seed: number) => SeasonalSeries])[] = [
  ['counts', { figure: 'count', directions: ['up', 'down'] }, seasonalSeries],
  ['sampled counts', { figure: 'count', directions: ['up'] }, sampledSeries],
  ['costs', { figure: 'sum', directions: ['up'] }, costSeries],
];

describe.each(KINDS)('detection on 30 seasonal series of %s with known anomalies', (_name, subject, toSeries) => {
  const outcomes = Array.from({ length: SERIES }, (_, seed) => {
    const series = toSeries(seed + 1);
    const found = detect(subject, series);
    const fits = (finding: Found, { from, to, factor }: SeasonalSeries['anomalies'][number]): boolean =>
      finding.direction === (factor > 1 ? 'up' : 'down') && finding.from >= from && finding.from < to + SLACK;
    return {
      found: found.length,
      right: found.filter((finding) => series.anomalies.some((anomaly) => fits(finding, anomaly))).length,
      known: series.anomalies.length,
      recalled: series.anomalies.filter((anomaly) => found.some((finding) => fits(finding, anomaly))).length,
    };
  });
  const total = (figure: keyof (typeof outcomes)[number]): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[figure], 0);
  const precision = total('right') / total('found');
  const recall = total('recalled') / total('known');

  it(`reports real anomalies: precision ${precision.toFixed(3)}`, () => assert.ok(precision >= 0.9));
  it(`misses few: recall ${recall.toFixed(3)} of ${total('known')} anomalies`, () => assert.ok(recall >= 0.9));
});
