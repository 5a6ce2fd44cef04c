import { invalidField } from '@svc/service-error';
import type { Fields } from '../model/fields.js';
import { DAY_MINUTES, modulo, WEEK_MINUTES } from '../model/zone.js';
import { DAYS, everyDay, type Window } from '../rotation/windows.js';

/** Reads `timeRestriction`: a window of each day, or windows between days of the week. */
export function readRestrictions(restriction: Fields | undefined): Window[] {
  if (!restriction) return [];
  const type = restriction.text('type');
  const single = restriction.objectIfAny('restriction');
  const entries = [...(single ? [single] : []), ...restriction.objects('restrictions')];
  if (type === 'time-of-day')
    return entries.flatMap((entry) => everyDay(between(minute(entry, 'start'), minute(entry, 'end'), DAY_MINUTES)));
  if (type !== 'weekday-and-time-of-day')
    throw invalidField(restriction.at('type'), 'must be time-of-day or weekday-and-time-of-day');
  return entries.map((entry) =>
    between(day(entry, 'startDay') + minute(entry, 'start'), day(entry, 'endDay') + minute(entry, 'end'), WEEK_MINUTES),
  );
}

/** Equal bounds are the whole period. */
function between(start: number, end: number, period: number): Window {
  const duration = modulo(end - start, period);
  return { start, duration: duration === 0 ? period : duration };
}

function minute(entry: Fields, bound: 'start' | 'end'): number {
  const [hour, minutes] = [entry.number(`${bound}Hour`), entry.number(`${bound}Min`, 0)];
  if (!Number.isInteger(hour) || hour < 0 || hour > 24) throw invalidField(entry.at(`${bound}Hour`), 'must be an hour');
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 59)
    throw invalidField(entry.at(`${bound}Min`), 'must be a minute');
  return hour * 60 + minutes;
}

function day(entry: Fields, name: string): number {
  const found = DAYS.indexOf(entry.text(name)?.toLowerCase() ?? '');
  if (found < 0) throw invalidField(entry.at(name), 'must be a day from monday to sunday');
  return found * DAY_MINUTES;
}
