import { addDays, WallClock, type CalendarDate } from './wall-clock.js';
import { DAY, HOUR, MINUTE, SECOND, WEEK } from './window.js';

/** A part of the words, and how many words it is long. */
export interface Read<T> {
  readonly value: T;
  readonly length: number;
}

const UNITS: readonly (readonly [ms: number, words: string])[] = [
  [SECOND, 'second seconds sec secs s'],
  [MINUTE, 'minute minutes min mins m'],
  [HOUR, 'hour hours hr hrs h'],
  [DAY, 'day days d'],
  [WEEK, 'week weeks w wk wks'],
  [30 * DAY, 'month months'],
  [365 * DAY, 'year years'],
];
const UNIT_MS = new Map(UNITS.flatMap(([ms, words]) => words.split(' ').map((word) => [word, ms] as const)));

const NUMBERS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, value) => [word, value]),
);

export function readNumber(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  return NUMBERS.get(word);
}

/** The milliseconds of a unit of time, such as `hours`; undefined for other words. */
export const readUnit = (word: string | undefined): number | undefined => UNIT_MS.get(word ?? '');

/** `30 minutes`, `30m`, `an hour`, `half an hour`. */
export function readDuration(words: readonly string[], at: number): Read<number> | undefined {
  if (words[at] === 'half' && words[at + 1] === 'an' && words[at + 2] === 'hour')
    return { value: 30 * MINUTE, length: 3 };
  const compact = /^(\d{1,4})([a-z]+)$/.exec(words[at] ?? '');
  const compactUnit = readUnit(compact?.[2]);
  if (compact && compactUnit !== undefined) return { value: Number(compact[1]) * compactUnit, length: 1 };
  const count = words[at] === 'a' || words[at] === 'an' ? 1 : readNumber(words[at]);
  const unit = readUnit(words[at + 1]);
  return count === undefined || unit === undefined ? undefined : { value: count * unit, length: 2 };
}

/** A time of the day in minutes; two of them where it is not said whether it is before noon. */
export function readClock(words: readonly string[], at: number): Read<readonly number[]> | undefined {
  const word = words[at] ?? '';
  if (word === 'noon') return { value: [12 * 60], length: 1 };
  if (word === 'midnight') return { value: [0], length: 1 };
  const [, hours, minutes, joined] = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(word) ?? [];
  if (hours === undefined) return undefined;
  const next = words[at + 1];
  const half = joined ?? (next === 'am' || next === 'pm' ? next : undefined);
  const length = joined === undefined && half !== undefined ? 2 : 1;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return undefined;
  if (half !== undefined) return { value: [((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute], length };
  const isPlain = minutes !== undefined || hour === 0 || hour > 12;
  return { value: isPlain ? [hour * 60 + minute] : [(hour % 12) * 60, ((hour % 12) + 12) * 60], length };
}

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** A day up to today; two of them where day and month can be exchanged. */
export function readDates(
  words: readonly string[],
  at: number,
  today: CalendarDate,
): Read<readonly CalendarDate[]> | undefined {
  const word = words[at] ?? '';
  if (word === 'today') return { value: [today], length: 1 };
  if (word === 'yesterday') return { value: [addDays(today, -1)], length: 1 };
  const named = WEEKDAYS.indexOf(word);
  if (named >= 0) return { value: [addDays(today, -((WallClock.weekday(today) - named + 6) % 7) - 1)], length: 1 };
  if (word === 'last' && WEEKDAYS.includes(words[at + 1] ?? '')) {
    const read = readDates(words, at + 1, today);
    return read && { ...read, length: 2 };
  }
  return readNumericDate(word) ?? readMonthDate(words, at, today);
}

function readNumericDate(word: string): Read<readonly CalendarDate[]> | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word) ?? [];
  if (year !== undefined) return toRead([{ year: Number(year), month: Number(month), day: Number(day) }], 1);
  const [, first, second, last] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(word) ?? [];
  if (first === undefined) return undefined;
  const [a, b, y] = [Number(first), Number(second), Number(last)];
  const both = [
    { year: y, month: b, day: a },
    { year: y, month: a, day: b },
  ];
  return toRead(a === b ? both.slice(1) : both, 1);
}

/** `november 20`, `nov 20 2026`, `20 november`. Without a year it is the latest such day up to today. */
function readMonthDate(words: readonly string[], at: number, today: CalendarDate) {
  const monthAt = (index: number) =>
    MONTHS.findIndex((name) => name === words[index] || (name.slice(0, 3) === words[index] && name !== 'may')) + 1;
  const dayAt = (index: number) => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[index] ?? '')?.[1] ?? 0);
  const [month, day] = monthAt(at) > 0 ? [monthAt(at), dayAt(at + 1)] : [monthAt(at + 1), dayAt(at)];
  if (month === 0 || day === 0) return undefined;
  const year = /^\d{4}$/.test(words[at + 2] ?? '') ? Number(words[at + 2]) : undefined;
  if (year !== undefined) return toRead([{ year, month, day }], 3);
  const isLater = month > today.month || (month === today.month && day > today.day);
  return toRead([{ year: today.year - (isLater ? 1 : 0), month, day }], 2);
}

function toRead(dates: readonly CalendarDate[], length: number): Read<readonly CalendarDate[]> | undefined {
  const value = dates.filter(({ year, month, day }) => {
    const moved = new Date(Date.UTC(year, month - 1, day));
    return year >= 1970 && moved.getUTCMonth() === month - 1 && moved.getUTCDate() === day;
  });
  return value.length === 0 ? undefined : { value, length };
}
