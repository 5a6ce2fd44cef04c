/** A time as clocks in a zone show it, in milliseconds as if the zone were UTC. */
export type WallTime = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the zone exists: an IANA name, or an offset such as +02:00. */
export function isTimeZone(zone: string): boolean {
  try {
    getFormat(zone);
    return true;
  } catch {
    return false;
  }
}

/** The wall-clock time in a zone at a time in milliseconds since 1970. */
export function wallTimeAt(ms: number, zone: string): WallTime {
  // `Date.UTC` moves years below 100 to the twentieth century, and years before 1 are counted backwards.
  if (ms < YEAR_1000_MS) return wallTimeAt(ms + GREGORIAN_CYCLE_MS, zone) - GREGORIAN_CYCLE_MS;
  const parts: Record<string, number> = {};
  for (const { type, value } of getFormat(zone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
}

/**
 * The first moment at which clocks in a zone show a time. A skipped time returns the moment of the skip; of two moments
 * with the same time, the first is returned.
 */
export function firstMomentAt(wall: WallTime, zone: string): number {
  const offsets = [-DAY_MS, DAY_MS].map((away) => wallTimeAt(wall + away, zone) - (wall + away));
  const [before = 0] = offsets;
  const shown = offsets.map((offset) => wall - offset).filter((moment) => wallTimeAt(moment, zone) === wall);
  return shown.length > 0 ? Math.min(...shown) : wall - before;
}

export const DAY_MS = 86_400_000;
const YEAR_1000_MS = Date.UTC(1000);
/** 400 years, after which the calendar repeats itself. */
const GREGORIAN_CYCLE_MS = 146_097 * DAY_MS;

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
