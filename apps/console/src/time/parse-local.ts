import { MONTHS } from './format.js';
import { toInstant, toWallClock, wallClock, type Reading } from './zone.js';

const DAY_MS = 86_400_000;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
const NAMES = MONTHS.map((name) => name.toLowerCase());
const MONTH = `(${NAMES.join('|')})[a-z]*\\.?`;

const ZONED = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})t${CLOCK}(z|[+-]\\d{2}:\\d{2})$`);
const ISO = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[t ]\\s*${CLOCK})?$`);
const CLOCK_ONLY = new RegExp(`^${CLOCK}$`);
const NAMED_DAY = new RegExp(`^(today|yesterday)(?:,?\\s+${CLOCK})?$`);
const MONTH_FIRST = new RegExp(`^${MONTH}\\s+(\\d{1,2})(?:,?\\s+(\\d{4}))?(?:,?\\s+${CLOCK})?$`);
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\s+${MONTH}(?:,?\\s+(\\d{4}))?(?:,?\\s+${CLOCK})?$`);
/** Seconds, milliseconds, microseconds and nanoseconds since 1970 are told apart by their number of digits. */
const EPOCH = /^(\d{10})(\d{0,9})$/;

type Texts = readonly (string | undefined)[];

/**
 * Reads a time that a user typed, in the zone that is shown: `2026-11-01 08:30`, `08:30`, `yesterday 14:00`, `nov 1 8:30`, seconds or
 * milliseconds since 1970, or RFC 3339 with an offset. Undefined for anything else and for dates that do not exist.
 */
export function parseLocal(typed: string, zone: string, nowMs: number): Reading | undefined {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const epoch = EPOCH.exec(text);
  if (epoch)
    return [0, 3, 6, 9].includes((epoch[2] ?? '').length)
      ? { ms: Number(text.slice(0, 13).padEnd(13, '0')) }
      : undefined;
  const zoned = ZONED.exec(text);
  if (zoned) return readZoned(zoned.slice(1));
  const wall = readWallClock(text, toWallClock(zone, nowMs));
  return wall === undefined ? undefined : toInstant(zone, wall);
}

function readZoned([year, month, day, ...rest]: Texts): Reading | undefined {
  const wall = readTime(readDate(year, month, day), rest);
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(rest[4] ?? '') ?? [];
  if (wall === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return { ms: wall - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 };
}

function readWallClock(text: string, now: number): number | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const clock = CLOCK_ONLY.exec(text);
  if (clock) return readTime(today, clock.slice(1));
  const named = NAMED_DAY.exec(text);
  if (named) return readTime(named[1] === 'today' ? today : today - DAY_MS, named.slice(2));
  const iso = ISO.exec(text);
  if (iso) return readTime(readDate(iso[1], iso[2], iso[3]), iso.slice(4));
  const [, month, day, year, ...rest] = MONTH_FIRST.exec(text) ?? swap(DAY_FIRST.exec(text)) ?? [];
  if (month === undefined) return undefined;
  const number = String(NAMES.indexOf(month) + 1);
  if (year !== undefined) return readTime(readDate(year, number, day), rest);
  // A day that this year has not had yet is one of the last year.
  const thisYear = new Date(now).getUTCFullYear();
  const wall = readTime(readDate(String(thisYear), number, day), rest);
  return wall !== undefined && wall <= now + DAY_MS
    ? wall
    : readTime(readDate(String(thisYear - 1), number, day), rest);
}

function swap(match: Texts | null): Texts | undefined {
  return match ? [match[0], match[2], match[1], ...match.slice(3)] : undefined;
}

function readDate(year = '', month = '', day = ''): number | undefined {
  const wall = wallClock(Number(year), Number(month), Number(day));
  const date = new Date(wall);
  const exists = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return exists && Number(year) >= 1970 ? wall : undefined;
}

/** Adds a time of day to midnight; fractions of a millisecond are cut off. */
function readTime(
  midnight: number | undefined,
  [hour = '0', minute = '0', second = '0', fraction = '']: Texts,
): number | undefined {
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms;
}
