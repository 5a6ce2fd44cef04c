import { compareMeans, type Moments } from '../statistics/two-samples.js';
import { ramp } from './signal.js';

const NANOSECONDS_PER_MS = 1e6;
/** Durations of an operation usually vary by half a doubling. */
const PRIOR = { variance: 0.25, weight: 3 };
/** Added milliseconds that nobody would overlook. */
const CLEAR_MS = 20;

export interface Slower {
  readonly strength: number;
  /** Typical durations in milliseconds: geometric means, which single outliers do not move. */
  readonly normalMs: number;
  readonly abnormalMs: number;
}

/**
 * Measures how much longer durations are than usual, from moments of binary logarithms of nanoseconds. The strength is full if they have
 * become eight times as long and at least 20 ms longer, and that is certain.
 */
export function slowerThan(normal: Moments, abnormal: Moments): Slower {
  const [normalMs, abnormalMs] = [toMs(normal.mean), toMs(abnormal.mean)];
  const isCertain = ramp(compareMeans(normal, abnormal, PRIOR), 3, 7);
  const isLarge = ramp(abnormal.mean - normal.mean, 0.3, 3.3) * ramp(abnormalMs - normalMs, 0, CLEAR_MS);
  return { strength: isCertain * isLarge, normalMs, abnormalMs };
}

function toMs(binaryLogarithm: number): number {
  return 2 ** binaryLogarithm / NANOSECONDS_PER_MS;
}

/** Waiting times differ by some milliseconds for no reason. */
const WIRE_PRIOR = { variance: 25, weight: 3 };
const WIRE_UNIT_MS = 5;
/** Added milliseconds between services that nobody would overlook. */
const CLEAR_WIRE_MS = 50;

/**
 * Measures how much longer calls wait between services, from moments of milliseconds. Full strength at 23 times as long and 50 ms longer.
 */
export function longerWait(normal: Moments, abnormal: Moments): number {
  const isCertain = ramp(compareMeans(normal, abnormal, WIRE_PRIOR), 1.5, 4.5);
  const doublings = Math.log2((Math.max(abnormal.mean, 0) + WIRE_UNIT_MS) / (Math.max(normal.mean, 0) + WIRE_UNIT_MS));
  return isCertain * ramp(doublings, 0.5, 4.5) * ramp(abnormal.mean - normal.mean, 0, CLEAR_WIRE_MS);
}
