import { formatBytes, formatCount, formatDuration } from '../../time/amounts.js';
import type { Kind } from '../scale.js';

/** A unit of values as charts and tables show them. */
export interface Unit {
  /** Factor from the values of the service to those that are shown. */
  readonly factor: number;
  readonly kind: Kind;
  readonly format: (value: number) => string;
}

/** Milliseconds of the units of time in UCUM notation. */
const TIMES: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** Bytes of the units of amounts of data in UCUM notation. */
const BYTES: Readonly<Record<string, number>> = {
  By: 1,
  KBy: 1000,
  kBy: 1000,
  MBy: 1e6,
  GBy: 1e9,
  KiBy: 1024,
  MiBy: 1024 ** 2,
  GiBy: 1024 ** 3,
};
const DIGITS = 4;
/** The longest unit that is repeated with each value, in characters. */
const MAX_UNIT = 12;

/**
 * The unit of the values of an aggregation.
 *
 * @param unit of the metric, in UCUM notation.
 * @param agg a count has no unit, and a rate is per second.
 */
export function toUnit(unit: string, agg: string): Unit {
  const per = agg === 'rate' ? '/s' : '';
  if (agg === 'count') return number('');
  const ms = TIMES[unit];
  if (ms !== undefined && per === '')
    return { factor: ms, kind: 'duration', format: (value) => formatDuration(value, 'ms') };
  const bytes = BYTES[unit];
  if (bytes !== undefined) return { factor: bytes, kind: 'number', format: (value) => `${formatBytes(value)}${per}` };
  // An annotation in braces says what is counted, and 1 that there is no unit.
  const isPlain = unit === '1' || unit.startsWith('{') || unit.length > MAX_UNIT;
  if (unit === '%' && per === '') return { factor: 1, kind: 'number', format: (value) => `${plain(value)}%` };
  return number(isPlain || unit === '' ? per : ` ${unit}${per}`);
}

function number(suffix: string): Unit {
  return { factor: 1, kind: 'number', format: (value) => `${plain(value)}${suffix}` };
}

function plain(value: number): string {
  // Large values are rounded once, to their three digits.
  return Math.abs(value) < 10_000 ? formatCount(Number(value.toPrecision(DIGITS))) : formatCount(value, 'short');
}
