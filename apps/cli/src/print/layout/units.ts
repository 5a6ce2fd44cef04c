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

/** Groups digits by three independently of the locale: `12,345`. */
export function wholeNumber(value: Json): string {
  return plainText(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Prints integers in full and other numbers with six significant digits. */
export function decimal(value: Json): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return plainText(value);
  return String(Math.abs(value) < 100_000 ? Number(value.toPrecision(6)) : Math.round(value));
}

/** Prints a rate with three significant digits, from a thousand on without a fraction: `0.0327`, `12.3`, `4,567`. */
export function rate(value: Json): string {
  if (typeof value !== 'number') return plainText(value);
  return Math.abs(value) < 999.5 ? significant(value) : wholeNumber(Math.round(value));
}

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
