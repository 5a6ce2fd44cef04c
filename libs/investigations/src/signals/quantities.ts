import { counted, digits, formatMs } from './texts.js';

/** Milliseconds of units of time, as UCUM and exporters write them. */
const MS_OF_TIME: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  milliseconds: 1,
  s: 1_000,
  seconds: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const BYTES: ReadonlySet<string> = new Set(['By', 'bytes', 'B']);
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/** A number with its unit: `3.9 GB`, `120 ms`, `40 connections`, `12`. */
export function formatQuantity(value: number, unit: string): string {
  const ms = MS_OF_TIME[unit];
  if (ms !== undefined && value >= 0) return formatMs(value * ms);
  if (BYTES.has(unit)) return formatBytes(value);
  if (unit === '' || unit === '1') return digits(value);
  const noun = /^\{(.*?[^s])s?\}$/.exec(unit)?.[1];
  return noun === undefined ? `${digits(value)} ${unit.replaceAll(/[{}]/g, '')}` : counted(value, noun);
}

function formatBytes(value: number): string {
  const power = Math.min(PREFIXES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3)));
  return `${digits(value / 1_000 ** power)} ${PREFIXES[power] ?? ''}B`;
}
