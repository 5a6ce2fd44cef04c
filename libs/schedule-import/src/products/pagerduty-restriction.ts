import { invalidField } from '@svc/service-error';
import type { Fields } from '../model/fields.js';
import type { Report } from '../model/report.js';
import { DAY_MINUTES, WEEK_MINUTES } from '../model/zone.js';
import { everyDay, type Window } from '../rotation/windows.js';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/;

/** Reads `daily_restriction` or `weekly_restriction`, whose days are 1 for Monday to 7. */
export function readRestriction(entry: Fields, report: Report): Window[] {
  const type = entry.text('type');
  if (type !== 'daily_restriction' && type !== 'weekly_restriction')
    throw invalidField(entry.at('type'), 'must be daily_restriction or weekly_restriction');
  const [, hours, minutes, seconds = '0'] = TIME.exec(entry.text('start_time_of_day') ?? '') ?? [];
  if (hours === undefined) throw invalidField(entry.at('start_time_of_day'), 'must be a time such as 09:00:00');
  const length = entry.number('duration_seconds');
  if (length <= 0) throw invalidField(entry.at('duration_seconds'), 'must be positive');
  const day = type === 'weekly_restriction' ? entry.number('start_day_of_week') : 1;
  if (!Number.isInteger(day) || day < 1 || day > 7)
    throw invalidField(entry.at('start_day_of_week'), 'must be a number from 1 for Monday to 7');
  entry.skip('start_day_of_week');
  entry.reportRest();
  if (Number(seconds) > 0 || length % 60 > 0)
    report.add(entry.path, 'changed', 'restriction', 'Windows start and end at whole minutes.');
  const start = (day - 1) * DAY_MINUTES + Number(hours) * 60 + Number(minutes);
  const duration = Math.max(1, Math.round(length / 60));
  if (type === 'daily_restriction') return everyDay({ start, duration });
  return [{ start, duration: Math.min(duration, WEEK_MINUTES) }];
}
