import { invalidField } from '@svc/service-error';
import type { Frequency, Rule, WeekDay } from '../recurrence/rule.js';
import type { Property } from './lines.js';
import { inZone, readTime } from './times.js';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: ReadonlyMap<string, { frequency: Frequency; times: number }> = new Map([
  ['HOURLY', { frequency: 'hourly', times: 1 }],
  ['DAILY', { frequency: 'daily', times: 1 }],
  ['WEEKLY', { frequency: 'weekly', times: 1 }],
  ['MONTHLY', { frequency: 'monthly', times: 1 }],
  ['YEARLY', { frequency: 'monthly', times: 12 }],
]);
const READ = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'WKST', 'COUNT', 'UNTIL']);
const DAY_MS = 86_400_000;

/** Reads a rule; a text with the reason for one that is not translated. @throws ServiceError invalid_request that names the line. */
export function readRule({ value, line }: Property, zone: string): Rule | string {
  const parts = new Map(
    value
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', ...rest] = part.toUpperCase().split('=');
        return [name.trim(), rest.join('=').trim()] as const;
      }),
  );
  const known = FREQUENCIES.get(parts.get('FREQ') ?? '');
  if (!known) return 'It repeats by the minute, or has no frequency.';
  const other = [...parts.keys()].find((name) => !READ.has(name));
  if (other !== undefined)
    return 'Its rule has a part that is not translated: only days of the week and of the month are.';
  const until = parts.get('UNTIL');
  const end = until === undefined ? undefined : readTime(until, line);
  const monthDays = list(parts.get('BYMONTHDAY')).map((text) => whole(text, -31, 31, line));
  if (known.times === 12 && parts.has('BYDAY')) return 'A rule by the year with days of the week is not translated.';
  if (known.frequency !== 'monthly' && monthDays.length > 0)
    return 'Days of the month are translated in rules by the month alone.';
  return {
    frequency: known.frequency,
    interval: whole(parts.get('INTERVAL') ?? '1', 1, 10_000, line) * known.times,
    days: list(parts.get('BYDAY')).map((text) => readDay(text, line)),
    monthDays,
    weekStart: readDay(parts.get('WKST') ?? 'MO', line).day,
    count: parts.has('COUNT') ? whole(parts.get('COUNT') ?? '', 1, 100_000, line) : undefined,
    until: end && inZone(end, zone) + (end.isDay ? DAY_MS - 1 : 0),
  };
}

export function readDay(text: string, line: number): WeekDay {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const day = DAYS.indexOf(name);
  if (day < 0) throw invalidField(`line ${line}`, 'must have days of the week such as MO');
  return { day, nth: nth === '' ? undefined : Number(nth) };
}

function list(text = ''): string[] {
  return text.split(',').filter((part) => part !== '');
}

function whole(text: string, min: number, max: number, line: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max || number === 0)
    throw invalidField(`line ${line}`, 'must have whole numbers in the range of RFC 5545');
  return number;
}
