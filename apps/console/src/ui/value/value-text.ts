import { formatCount, formatDuration } from '../../time/amounts.js';
import { printJson } from '../json/print.js';

/** The form in which a value is shown. Durations are nanoseconds, times RFC 3339 texts. */
export type ValueKind = 'text' | 'number' | 'bigint' | 'time' | 'id' | 'duration' | 'level';

/** The exact text of a value, which is copied. */
export function toExactText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : printJson(value, { indent: 0 });
}

/** The text that is shown for a value. */
export function toShownText(value: unknown, kind: ValueKind): string {
  const exact = toExactText(value);
  if (kind === 'duration') return isNumber(value) ? formatDuration(value) : exact;
  return (kind === 'number' || kind === 'bigint') && isNumber(value) ? formatCount(value) : exact;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}
