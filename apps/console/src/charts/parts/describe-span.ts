import { formatDateTime, formatDay, formatTime } from '../../time/format.js';

const MINUTE_MS = 60_000;

/** A span of time in a zone: `Nov 1, 08:00 – 08:05`; the day is repeated if it ends on another one. */
export function describeSpan(startMs: number, endMs: number, zone: string, nowMs?: number): string {
  const isWhole = startMs % MINUTE_MS === 0 && endMs % MINUTE_MS === 0;
  const width = endMs - startMs;
  const precision = isWhole ? 'minute' : width >= 1_000 ? 'second' : 'millisecond';
  const isSameDay = formatDay(startMs, zone, nowMs) === formatDay(endMs, zone, nowMs);
  const options = { precision, ...(nowMs !== undefined && { nowMs }) } as const;
  const end = isSameDay ? formatTime(endMs, zone, precision) : formatDateTime(endMs, zone, options);
  return `${formatDateTime(startMs, zone, options)} – ${end}`;
}
