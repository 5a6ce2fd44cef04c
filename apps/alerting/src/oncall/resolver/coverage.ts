import { intersect, union } from './intervals.js';
import type { Interval, Layer, Restriction } from './schedule.js';
import { DAY_MS, MINUTE_MS, periodStart } from './wall-calendar.js';
import type { Zone } from './zone.js';

/** The parts of a span that a layer covers, in order of time. */
export function coverage({ startMs, endMs = Infinity, restrictions }: Layer, span: Interval, zone: Zone): Interval[] {
  const alive = { start: Math.max(startMs, span.start), end: Math.min(endMs, span.end) };
  if (alive.start >= alive.end) return [];
  if (restrictions.length === 0) return [alive];
  return intersect([alive], union(restrictions.flatMap((restriction) => windows(restriction, alive, zone))));
}

/** The windows of a restriction that may overlap a span. */
function windows({ periodDays, startMinute, durationMinutes }: Restriction, span: Interval, zone: Zone): Interval[] {
  const period = periodDays * DAY_MS;
  const found: Interval[] = [];
  // A window that began in the period before may reach into the span.
  const first = periodStart(zone.wallAt(span.start), periodDays) - period;
  const last = zone.wallAt(span.end);
  for (let at = first; at <= last; at += period) {
    const start = zone.firstMomentAt(at + startMinute * MINUTE_MS);
    const end = zone.firstMomentAt(at + (startMinute + durationMinutes) * MINUTE_MS);
    if (start < end) found.push({ start, end });
  }
  return found;
}
