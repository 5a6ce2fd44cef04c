import { invalidField } from '@svc/service-error';
import { DAY_MINUTES, wallAt, type WallTime } from '../model/zone.js';
import type { Property } from './lines.js';

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;
const DURATION = /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/** A time of a calendar: a day without a time, or a local time; one in UTC is the local time of the zone it is asked for. */
export interface CalendarTime {
  readonly isDay: boolean;
  readonly isUtc: boolean;
  /** What the text shows, as if it was in UTC. */
  readonly shown: WallTime;
}

/** @throws ServiceError invalid_request that names the line. */
export function readTime(text: string, line: number): CalendarTime {
  const [, year, month, day, hour, minute = '0', second = '0', utc] = TIME.exec(text.trim()) ?? [];
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? '0'),
    Number(minute),
    Number(second),
  );
  const date = new Date(shown);
  const isDate = date.getUTCMonth() === Number(month) - 1 && date.getUTCFullYear() === Number(year);
  if (!isDate || Number(year) < 1900 || Number(year) > 2200)
    throw invalidField(`line ${line}`, 'must have a time such as 20260105T090000Z');
  return { isDay: hour === undefined, isUtc: utc !== undefined, shown };
}

/** The times of a property that has a list of them. */
export function readTimes({ value, line }: Property): CalendarTime[] {
  return value.split(',').map((text) => readTime(text.split('/')[0] ?? '', line));
}

/** The local time in a zone. */
export function inZone({ isUtc, shown }: CalendarTime, zone: string): WallTime {
  return isUtc ? wallAt(shown, zone) : shown;
}

/** Minutes of a duration such as P1DT12H. @throws ServiceError invalid_request that names the line. */
export function readDuration({ value, line }: Property): number {
  const match = DURATION.exec(value.trim());
  if (!match) throw invalidField(`line ${line}`, 'must have a duration such as P1W or PT12H');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((text) => Number(text ?? '0'));
  const total = (weeks * 7 + days) * DAY_MINUTES + hours * 60 + minutes + Math.round(seconds / 60);
  return match[1] === '-' ? -total : total;
}
