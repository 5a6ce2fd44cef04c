/**
 * The point at which an issue counts as escalating, and the figures that it was computed from. Stored as JSON, with
 * times as text.
 */
export interface Forecast {
  /** More events in an hour are an escalation. */
  readonly threshold: number;
  readonly basis: 'history' | 'project';
  /** Events of the current hour at the evaluation. */
  readonly current: number;
  readonly evaluatedAt: string;
  readonly hours: number;
  readonly max: number;
  readonly mean: number;
  readonly standardDeviation: number;
  readonly weightedMean: number;
  readonly spikeLimit: number;
  readonly burstyLimit: number;
  readonly projectP95: number;
}

export type Limits = Omit<Forecast, 'current' | 'evaluatedAt'>;

/** Minimum number of events in an hour for an escalation. */
export const LEAST_EVENTS = 10;
const WEEK_HOURS = 7 * 24;
/** The threshold with less than a week of history, as a multiple of the most events in an hour. */
const SHORT_HISTORY_FACTOR = 10;

/**
 * The limits of an issue with history. The greater of two decides: a multiple of the most events in an hour, which is greater the more
 * evenly they are spread, and a multiple of their mean, which is greater the more they vary. The constants are those of Sentry's
 * escalation forecast.
 *
 * @param counts events of each complete hour of the last seven days since the first event, the earliest first.
 * @param daysOfWeek day of the week of each of them.
 * @param today day of the week of the hour that is compared.
 */
export function forecastFromHistory(counts: readonly number[], daysOfWeek: readonly number[], today: number): Limits {
  const max = Math.max(0, ...counts);
  const mean = average(counts, () => 1);
  const standardDeviation = Math.sqrt(
    average(
      counts.map((count) => (count - mean) ** 2),
      () => 1,
    ),
  );
  const weightedMean = average(counts, (hour) => (daysOfWeek[hour] === today ? 2 : 1));
  const figures = { basis: 'history', hours: counts.length, max, mean, standardDeviation, weightedMean } as const;
  if (counts.length < WEEK_HOURS || mean === 0) {
    const spikeLimit = SHORT_HISTORY_FACTOR * max;
    return { ...figures, threshold: Math.max(LEAST_EVENTS, spikeLimit), spikeLimit, burstyLimit: 0, projectP95: 0 };
  }
  const spikeLimit = max * clamp(5 * Math.exp((-0.65 * standardDeviation) / mean), 2, 5);
  const burstyLimit = weightedMean + clamp((mean + 5 * standardDeviation) / mean, 5, 8) * mean;
  return {
    ...figures,
    threshold: Math.max(LEAST_EVENTS, spikeLimit, burstyLimit),
    spikeLimit,
    burstyLimit,
    projectP95: 0,
  };
}

/**
 * The limits of a new issue, which has no history: the events in an hour of the busiest twentieth of the project's
 * issues.
 *
 * @param p95 0 if the project has no other issues.
 */
export function forecastFromProject(p95: number): Limits {
  const none = { hours: 0, max: 0, mean: 0, standardDeviation: 0, weightedMean: 0, spikeLimit: 0, burstyLimit: 0 };
  return { ...none, basis: 'project', threshold: Math.max(LEAST_EVENTS, p95), projectP95: p95 };
}

function average(values: readonly number[], weight: (index: number) => number): number {
  let [sum, weights] = [0, 0];
  for (const [index, value] of values.entries()) {
    sum += value * weight(index);
    weights += weight(index);
  }
  return weights === 0 ? 0 : sum / weights;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
