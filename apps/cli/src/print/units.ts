import { plainText, type Json } from './json.js';

/** A duration in the unit a person would choose: `350 µs`, `12.3 ms`, `4.56 s`, `2m 05s`. */
export function milliseconds(value: Json): string {
  if (typeof value !== 'number') return plainText(value);
  if (value === 0) return '0 ms';
  if (value < 1) return `${significant(value * 1000)} µs`;
  if (value < 999.5) return `${significant(value)} ms`;
  if (value < 59_950) return `${significant(value / 1000)} s`;
  const seconds = Math.round(value / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** `12,345`: groups of three, whatever the machine's language. */
export function wholeNumber(value: Json): string {
  return plainText(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Up to six significant digits; nobody reads the others in a table. */
export function decimal(value: Json): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : plainText(value);
}

/** A fraction from 0 to 1 in percent. */
export function percentage(value: Json): string {
  return typeof value === 'number' ? `${significant(value * 100)} %` : plainText(value);
}

function significant(value: number): string {
  return String(Number(value.toPrecision(3)));
}
