import { formatDay, formatTime } from './format.js';
import { describePoint, parsePoint, parseSpan, type Span } from './point.js';

/** A range as in the address. Each end is `now`, a span back from now such as `-15m`, or an RFC 3339 time in UTC. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** A range at one moment, in milliseconds since 1970. */
export interface Bounds {
  readonly startMs: number;
  readonly endMs: number;
}

export const DEFAULT_RANGE: Range = { from: '-1h', to: 'now' };
export const PRESETS: readonly Range[] = ['-15m', '-1h', '-4h', '-24h', '-7d', '-30d'].map((from) => ({
  from,
  to: 'now',
}));

const MINUTE_MS = 60_000;
/** No store keeps data for longer; it also keeps spans in the range of dates. */
const MAX_WIDTH_MS = 3660 * 86_400_000;

/** The instants that a range means. Ends that are not valid mean the default, and ends in the wrong order are exchanged. */
export function resolveRange(range: Range, nowMs: number): Bounds {
  const from = parsePoint(range.from, nowMs);
  const to = parsePoint(range.to, nowMs);
  if (from === undefined || to === undefined) return resolveRange(DEFAULT_RANGE, nowMs);
  if (from === to) return { startMs: Math.max(from - MINUTE_MS, 0), endMs: Math.max(to, MINUTE_MS) };
  return { startMs: Math.min(from, to), endMs: Math.max(from, to) };
}

/** The range itself if it is valid and in order, otherwise the one that it means. */
export function repairRange(range: Range, nowMs: number): Range {
  const from = parsePoint(range.from, nowMs);
  const to = parsePoint(range.to, nowMs);
  if (from === undefined || to === undefined) return DEFAULT_RANGE;
  if (from < to) return range;
  return from > to ? { from: range.to, to: range.from } : freeze(range, nowMs);
}

/** Whether the range moves with the time, at one end at least. */
export function isRelative(range: Range): boolean {
  const ends = [range.from, range.to];
  // A range that is not valid means the default, which moves.
  return ends.some((end) => parsePoint(end, 0) === undefined || parseSpan(end) !== undefined);
}

/** The range with the times that it means now. */
export function freeze(range: Range, nowMs: number): Range {
  return toRange(resolveRange(range, nowMs));
}

/** The absolute range of two instants. */
export function toRange({ startMs, endMs }: Bounds): Range {
  return { from: toText(startMs), to: toText(endMs) };
}

/** The range that ends where this one begins, or begins where it ends; never before 1970 and never later than now. */
export function shift(range: Range, nowMs: number, direction: -1 | 1): Range {
  const { startMs, endMs } = resolveRange(range, nowMs);
  const width = endMs - startMs;
  const distance = direction < 0 ? -Math.min(width, startMs) : Math.min(width, Math.max(nowMs - endMs, 0));
  return distance === 0 ? range : toRange({ startMs: startMs + distance, endMs: endMs + distance });
}

/** A range of twice the width around the same middle, or one that still ends now. */
export function zoomOut(range: Range, nowMs: number): Range {
  const span = parseSpan(range.from);
  const { startMs, endMs } = resolveRange(range, nowMs);
  const width = Math.min((endMs - startMs) * 2, MAX_WIDTH_MS);
  if (range.to === 'now' && span !== undefined && span.count > 0) {
    return span.ms * 2 <= MAX_WIDTH_MS ? { from: `-${span.count * 2}${span.unit}`, to: 'now' } : range;
  }
  const end = Math.max(Math.min(endMs + (width - (endMs - startMs)) / 2, nowMs), endMs);
  return toRange({ startMs: Math.max(Math.round(end) - width, 0), endMs: Math.round(end) });
}

/** The range in words: `Last 15 minutes`, `Nov 1, 08:00 – 09:30`. */
export function describeRange(range: Range, zone: string, nowMs: number): string {
  const { from, to } = repairRange(range, nowMs);
  const span = parseSpan(from);
  if (span !== undefined && to === 'now') return `Last ${describeSpan(span)}`;
  const { startMs, endMs } = resolveRange({ from, to }, nowMs);
  const isOneDay = !isRelative({ from, to }) && formatDay(startMs, zone, nowMs) === formatDay(endMs, zone, nowMs);
  const end = isOneDay
    ? formatTime(endMs, zone, endMs % MINUTE_MS === 0 ? 'minute' : 'second')
    : describePoint(to, zone, nowMs);
  return `${describePoint(from, zone, nowMs)} – ${end}`;
}

/** The parameters of operations that read a range. */
export function toQuery(range: Range, nowMs: number): { readonly start_time: string; readonly end_time: string } {
  const { startMs, endMs } = resolveRange(range, nowMs);
  return { start_time: new Date(startMs).toISOString(), end_time: new Date(endMs).toISOString() };
}

function describeSpan({ count, name }: Span): string {
  return count === 1 ? name : `${count} ${name}s`;
}

function toText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
