import type { FactParameters } from '../facts/facts.js';
import { EXPLODED, MIN_EXPLODED, type MetricPoint, type MetricSeriesFact } from '../facts/metric-facts.js';
import { deviation, type Deviation } from '../statistics/deviation.js';
import { findExplosion } from '../statistics/explosion.js';
import { quantile } from '../statistics/quantiles.js';
import { isAbnormal } from './request-signals.js';
import { MIN_STRENGTH, ramp } from './signal.js';

/** Units of the normal spread beyond which a bucket is abnormal, and at which a series certainly is, as for requests. */
const [THRESHOLD, CERTAIN] = [3, 9];
/** Parts of the larger of the two values by which they differ: noticed, and not overlooked. */
const [NOTICED, CLEAR] = [0.1, 0.6];

/** A series whose values differ from normal. */
export interface MetricChange {
  readonly series: MetricSeriesFact;
  readonly strength: number;
  /** Epoch milliseconds of the first abnormal bucket, or of the first one without anything left. */
  readonly at: number;
  readonly normal: number;
  readonly abnormal: number;
  /** Whether it never rose and has reached zero: what it counts is used up, such as the days that a certificate is valid. */
  readonly isUsedUp: boolean;
  /** Whether a metric has many times its series, such as after it was given an attribute with IDs. */
  readonly isExplosion: boolean;
}

/** The series that differ from normal, the clearest first; those that are used up before all others. */
export function metricChanges(series: readonly MetricSeriesFact[], parameters: FactParameters): MetricChange[] {
  return series
    .flatMap((one) => usedUp(one, parameters) ?? exploded(one) ?? changed(one, parameters) ?? [])
    .sort((a, b) => rankOf(b) - rankOf(a) || b.strength - a.strength || a.at - b.at);
}

/** What shows a fault by itself comes before what only differs. */
const rankOf = ({ isUsedUp, isExplosion }: MetricChange): number => (isUsedUp ? 2 : isExplosion ? 1 : 0);

function changed(series: MetricSeriesFact, parameters: FactParameters): MetricChange | undefined {
  const { before, during } = sidesOf(series, parameters);
  const [normal, abnormal] = [before, during].map((points) => points.map(({ value }) => value)) as [number[], number[]];
  // Hundreds of series are compared: one that has been as far from its middle before is as usual.
  const range =
    normal.reduce((most, one) => Math.max(most, one), -Infinity) -
    normal.reduce((least, one) => Math.min(least, one), Infinity);
  const mean = normal.reduce((sum, one) => sum + one, 0) / Math.max(normal.length, 1);
  // Independent events vary by the root of their number.
  const ofCounts = series.figure === 'level' ? 0 : Math.sqrt(Math.max(mean, 1));
  const found = deviation(abnormal, normal, Math.max(range / 2, ofCounts, Number.MIN_VALUE), THRESHOLD);
  const at = found && during[found.first]?.start;
  if (!found || at === undefined || !isAbnormal(found, abnormal.length)) return undefined;
  const usual = lasting(abnormal, found);
  const size = Math.abs(usual - found.median) / Math.max(Math.abs(usual), Math.abs(found.median), Number.MIN_VALUE);
  const strength = ramp(found.score, THRESHOLD - 1, CERTAIN) * ramp(size, NOTICED, CLEAR);
  if (strength < MIN_STRENGTH) return undefined;
  return {
    series,
    strength,
    at,
    normal: found.median,
    abnormal: usual,
    isUsedUp: false,
    isExplosion: false,
  };
}

function exploded(series: MetricSeriesFact): MetricChange | undefined {
  if (series.figure !== 'series') return undefined;
  const found = findExplosion(series.points, MIN_EXPLODED, EXPLODED);
  return found && { series, strength: 1, ...found, isUsedUp: false, isExplosion: true };
}

/** Few buckets of a short window may be normal again. */
function lasting(values: readonly number[], { direction }: Deviation): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    direction === 'above' ? 0.75 : 0.25,
  );
}

function usedUp(series: MetricSeriesFact, parameters: FactParameters): MetricChange | undefined {
  if (series.figure !== 'level') return undefined;
  const { points } = series;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.value <= 0 || last.value > 0) return undefined;
  if (points.some(({ value }, index) => value > (points[index - 1]?.value ?? value))) return undefined;
  const empty = points.find(({ value }) => value <= 0);
  if (!empty || empty.start < parameters.abnormal.start) return undefined;
  return {
    series,
    strength: 1,
    at: empty.start,
    normal: first.value,
    abnormal: last.value,
    isUsedUp: true,
    isExplosion: false,
  };
}

function sidesOf({ points }: MetricSeriesFact, { normal, abnormal }: FactParameters) {
  const isIn = (windows: FactParameters['normal'], { start }: MetricPoint): boolean =>
    windows.some((window) => start >= window.start && start < window.end);
  return {
    before: points.filter((point) => isIn(normal, point)),
    during: points.filter((point) => isIn([abnormal], point)),
  };
}
