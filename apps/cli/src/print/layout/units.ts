import { plainText, type Json } from '../../runtime/values/json.js';

/** Formats milliseconds in a readable unit: `350 µs`, `12.3 ms`, `4.56 s`, `2m 05s`. */
export function milliseconds(value: Json): string {
  if (typeof value !== 'number') return plainText(value);
  if (value === 0) return '0 ms';
  if (value < 1) return `${significant(value * 1000)} µs`;
  if (value < 999.5) return `${significant(value)} ms`;
  if (value < 59_950) return `${significant(value / 1000)} s`;
  const seconds = Math.round(value / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** Formats nanoseconds. */
export function nanoseconds(value: Json): string {
  return milliseconds(typeof value === 'number' ? value / 1e6 : value);
}

/** Formats an offset in a recording: `02:13.5` for two minutes and thirteen and a half seconds. */
export function clockText(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}.${tenths % 10}`;
}

/** Groups digits by three independently of the locale: `12,345`. */
export function wholeNumber(value: Json): string {
  return plainText(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a number of things: `1 issue`, `1,234 issues`. */
export function counted(value: Json, noun: string, nouns = `${noun}s`): string {
  return `${wholeNumber(value)} ${plainText(value) === '1' ? noun : nouns}`;
}

/** Prints integers in full and other numbers with six significant digits. */
export function decimal(value: Json): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return plainText(value);
  return String(Math.abs(value) < 100_000 ? Number(value.toPrecision(6)) : Math.round(value));
}

/** Formats a rate per second in the unit of time that keeps it readable: `4,567/s`, `12.3/min`, `2/h`. */
export function rate(value: Json): string {
  if (typeof value !== 'number') return plainText(value);
  if (value === 0) return '0';
  const [unit, seconds] = RATE_UNITS.find(([, length]) => value * length >= 1) ?? HOUR;
  const amount = value * seconds;
  return `${amount < 999.5 ? significant(amount) : wholeNumber(Math.round(amount))}/${unit}`;
}

const RATE_UNITS = [
  ['s', 1],
  ['min', 60],
] as const;
const HOUR = ['h', 3_600] as const;

/** Formats a figure with its unit in UCUM notation; seconds and their fractions in a readable unit, as durations of spans. */
export function measured(value: Json, unit: string): string {
  const factor = MILLISECONDS[unit];
  if (typeof value !== 'number') return plainText(value);
  if (factor !== undefined && value >= 0) return milliseconds(value * factor);
  return unit === '' || unit === '1' ? decimal(value) : `${decimal(value)} ${unit}`;
}

const MILLISECONDS: Readonly<Record<string, number | undefined>> = { s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 };

/** Cuts a timestamp to milliseconds, so that the column has one width: `2026-01-31T09:00:00.000Z`. */
export function toMillisecond(value: Json): string {
  const match = TIMESTAMP.exec(plainText(value));
  return match ? `${match[1]}.${(match[2] ?? '').padEnd(3, '0').slice(0, 3)}Z` : plainText(value);
}

/** Formats a timestamp to the second. */
export function toSecond(value: Json): string {
  const match = TIMESTAMP.exec(plainText(value));
  return match ? `${match[1]}Z` : plainText(value);
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;

/** Formats a fraction from 0 to 1 as a percentage. */
export function percentage(value: Json): string {
  return typeof value === 'number' ? `${significant(value * 100)} %` : plainText(value);
}

function significant(value: number): string {
  return String(Number(value.toPrecision(3)));
}
