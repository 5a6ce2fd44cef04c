import { expectation, isVolume, type Basis, type Figure, type History, type Observation } from './expectation.js';

export type Direction = 'up' | 'down';

/** The compared figure and what it is compared with. */
export interface Subject {
  readonly figure: Figure;
  /** Deviations in other directions are welcome or say nothing. */
  readonly directions: readonly Direction[];
}

export interface Assessment {
  readonly observed: number;
  readonly expected: number;
  /** Distance from the expectation in units of the usual variation; negative below it. */
  readonly score: number;
  readonly basis: Basis;
  /** The direction in which the window may deviate; absent if it has too few records to tell, or deviates in no direction that counts. */
  readonly direction?: Direction;
}

/** Records of a window below which nothing is an anomaly. */
export const MIN_RECORDS = 20;

/** @returns undefined without enough history. */
export function assess(
  { figure, directions }: Subject,
  observation: Observation,
  history: History,
): Assessment | undefined {
  const { value, records } = observation;
  const usual = expectation(figure, history, observation);
  if (!usual) return undefined;
  const { expected, scale, basis } = usual;
  const score = (value - expected) / scale;
  const direction = score < 0 ? 'down' : 'up';
  const volume = figure === 'count' && direction === 'down' ? Math.max(value, expected) : records;
  const counts = directions.includes(direction) && volume >= MIN_RECORDS;
  return { observed: value, expected, score, basis, ...(counts && { direction }) };
}

/** Whether an observation is usable as history: a ratio or a duration of few records is too uncertain. */
export function isHistory(figure: Figure, { records }: Observation): boolean {
  return isVolume(figure) || records >= MIN_RECORDS;
}
