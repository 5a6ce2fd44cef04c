/** Wall-clock times are numbers here: the milliseconds since 1970 at which a clock in UTC shows the same date and time. */
export interface Reading {
  readonly ms: number;
  /** Present if the typed time exists twice or not at all, because clocks change. */
  readonly note?: string;
}

const TWICE =
  'Clocks are set back here, so this time exists twice; the earlier one is meant. The later one needs its offset: 2026-11-01T01:30-05:00.';
const NEVER = 'Clocks are set forward here, so this time does not exist; the first one after it is meant.';

const DAY_MS = 86_400_000;
/** The output of the formatter below: `11/01/2026, 08:30:00`. Years before 1 are not supported. */
const SHOWN = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The zone of the browser. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function isZone(zone: string): boolean {
  return findZone(zone) !== undefined;
}

/** The proper name of a zone, whatever the case of its letters; undefined if there is none. */
export function findZone(text: string): string | undefined {
  try {
    return text === '' ? undefined : formatterOf(text).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The difference between the clocks of a zone and UTC at an instant, in milliseconds; positive in the east.
 *
 * @throws RangeError for a zone that is not known.
 */
export function offsetAt(zone: string, ms: number): number {
  if (zone === 'UTC') return 0;
  const second = Math.floor(ms / 1000) * 1000;
  const shown = SHOWN.exec(formatterOf(zone).format(second));
  if (!shown) return 0;
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, seconds = 0] = shown.slice(1).map(Number);
  return wallClock(year, month, day, hour, minute, seconds) - second;
}

/** The wall-clock time of a zone at an instant. */
export function toWallClock(zone: string, ms: number): number {
  return ms + offsetAt(zone, ms);
}

/** The wall-clock time of a date and a time of day; months count from 1. */
export function wallClock(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/** The instant of a wall-clock time: the earlier of two, and the first one after a gap. */
export function toInstant(zone: string, wall: number): Reading {
  const offsets = [...new Set([offsetAt(zone, wall - DAY_MS), offsetAt(zone, wall + DAY_MS)])];
  const [first, second] = offsets
    .map((offset) => wall - offset)
    .filter((ms) => toWallClock(zone, ms) === wall)
    .toSorted((a, b) => a - b);
  if (first === undefined) return { ms: findChange(zone, wall, offsets), note: NEVER };
  return second === undefined ? { ms: first } : { ms: first, note: TWICE };
}

/** The offset of a zone such as `UTC+5:45`; `UTC` without one. */
export function describeOffset(zone: string, ms: number): string {
  const minutes = Math.round(offsetAt(zone, ms) / 60_000);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.trunc(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** The first instant after the clocks skipped a wall-clock time. */
function findChange(zone: string, wall: number, offsets: readonly number[]): number {
  let before = Math.floor((wall - Math.max(...offsets)) / 1000);
  let after = Math.ceil((wall - Math.min(...offsets)) / 1000);
  const offset = offsetAt(zone, after * 1000);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(zone, middle * 1000) === offset) after = middle;
    else before = middle;
  }
  return after * 1000;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}
