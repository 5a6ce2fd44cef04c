import { seededRandom } from '@svc/test-servers';
import { WINDOW_MS } from '../detection/index.js';

const DAY = (24 * 3_600_000) / WINDOW_MS;
const WEEK = 7 * DAY;
/** Four weeks of history and one in which anomalies are looked for. */
export const SERIES_WINDOWS = 5 * WEEK;
export const WATCHED_FROM = 4 * WEEK;

/** An anomaly that was put into a series, by indexes of windows. */
export interface KnownAnomaly {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly factor: number;
}

export interface SeasonalSeries {
  readonly values: readonly number[];
  /** Number of records for each value; the value itself by default. */
  readonly records?: readonly number[];
  readonly anomalies: readonly KnownAnomaly[];
}

/** Counts of five minutes with a daily and a weekly season, noise, rare outliers in the history, and known anomalies in the last week. */
export function seasonalSeries(seed: number): SeasonalSeries {
  const random = seededRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const level = Math.exp(between(Math.log(60), Math.log(20_000)));
  const dailySwing = between(0.2, 0.8);
  const weekend = between(0.4, 1);
  const noise = between(0.02, 0.12);
  const phase = between(0, DAY);
  const usual = (index: number): number => {
    const season = 1 + dailySwing * Math.sin((2 * Math.PI * (index - phase)) / DAY);
    return level * season * (Math.floor(index / DAY) % 7 >= 5 ? weekend : 1);
  };
  const anomalies = Array.from({ length: 3 }, (_, index): KnownAnomaly => {
    const from = WATCHED_FROM + Math.floor(DAY * (2 * index + between(0.3, 1.3)));
    const isDrop = random() < 0.4;
    const length = Math.floor(between(6, 24));
    return { from, to: from + length, factor: isDrop ? between(0, 0.5) : between(1.7, 4) };
  });
  const values = Array.from({ length: SERIES_WINDOWS }, (_, index) => {
    const factor = anomalies.find(({ from, to }) => index >= from && index < to)?.factor ?? 1;
    const mean = usual(index) * factor * (1 + noise * gaussian(random));
    const isOutlier = index < WATCHED_FROM && random() < 0.003;
    return Math.max(0, Math.round((mean + Math.sqrt(Math.max(mean, 0)) * gaussian(random)) * (isOutlier ? 20 : 1)));
  });
  return { values, anomalies };
}

/**
 * Cost of the calls of a seasonal series. The standard deviation of the amounts equals their mean. Every other anomaly
 * is one of the amounts, with the usual number of calls; a cost below the usual is no anomaly.
 */
export function costSeries(seed: number): SeasonalSeries {
  const calls = seasonalSeries(seed);
  const random = seededRandom(seed + 1_000);
  const amount = Math.exp(Math.log(1e-4) + Math.log(1e4) * random());
  const dearer = calls.anomalies.filter(({ factor }, nth) => factor > 1 && nth % 2 === 0);
  const factorAt = (index: number): number => dearer.find(({ from, to }) => index >= from && index < to)?.factor ?? 1;
  const records = calls.values.map((value, index) => Math.round(value / factorAt(index)));
  const values = records.map((count, index) =>
    Math.max(0, amount * factorAt(index) * (count + Math.sqrt(count) * gaussian(random))),
  );
  return { values, records, anomalies: calls.anomalies.filter(({ factor }) => factor > 1) };
}

/**
 * A seasonal series of which only a sample of the records is read, at least sixty in a usual window. The sampling
 * factor differs between windows, as it does if the volume of the project varies.
 */
export function sampledSeries(seed: number): SeasonalSeries {
  const { values: actual, anomalies } = seasonalSeries(seed);
  const random = seededRandom(seed + 2_000);
  const usual = actual.reduce((sum, value) => sum + value, 0) / actual.length;
  const typicalWeight = Math.exp(Math.log(Math.max(usual / 60, 1)) * random());
  const samples = actual.map((count) => {
    const weight = Math.max(1, Math.round(typicalWeight * (0.7 + 0.6 * random())));
    const mean = count / weight;
    return { weight, read: Math.max(0, Math.round(mean + Math.sqrt(mean * (1 - 1 / weight)) * gaussian(random))) };
  });
  const values = samples.map(({ weight, read }) => weight * read);
  return { values, records: samples.map(({ read }) => read), anomalies: anomalies.filter(({ factor }) => factor > 1) };
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
