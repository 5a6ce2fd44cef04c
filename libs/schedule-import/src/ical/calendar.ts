import { invalidField } from '@svc/service-error';
import type { DutyEvent } from '../recurrence/event.js';
import { toParts } from '../recurrence/parts.js';
import type { Context } from '../rotation/context.js';
import type { Draft, Single } from '../rotation/draft.js';
import { readEvent, type CalendarEvent } from './event.js';
import { readComponents, unescaped, type Component } from './lines.js';
import { calendarZone, CalendarZones } from './zones.js';

/**
 * Reads calendars (RFC 5545), whose events are times of duty of the people they name.
 *
 * @throws ServiceError invalid_request that names the line.
 */
export function readCalendars(text: string, context: Context): Draft[] {
  const calendars = readComponents(text, () => context.report.take()).filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) throw invalidField('body', 'must have a VCALENDAR');
  return calendars.map((calendar) => readCalendar(calendar, context));
}

function readCalendar(calendar: Component, { report, nowMs }: Context): Draft {
  const zone = calendarZone(calendar);
  const zones = new CalendarZones(calendar, report);
  for (const other of calendar.components)
    if (other.name !== 'VEVENT' && other.name !== 'VTIMEZONE')
      report.add(other.line, 'dropped', other.name, 'Only events are times of duty.');
  const found = calendar.components
    .filter(({ name }) => name === 'VEVENT')
    .map((event) => readEvent(event, zones, zone, report));
  const { events, replacements } = withReplacements(found);
  const parts = toParts(events, nowMs, report);
  const replacing = toParts(
    replacements.map(({ event }) => event),
    nowMs,
    report,
  ).singles.map((single): Single => {
    const series = replacements.find(({ event }) => event.place === single.place)?.series ?? single.place;
    return { ...single, replaces: [parts.homes.get(series) ?? series] };
  });
  const name = calendar.properties.find((property) => property.name === 'X-WR-CALNAME');
  return {
    name: name ? unescaped(name.value) : 'Calendar',
    zone,
    place: calendar.line,
    tracks: parts.tracks,
    singles: [...parts.singles, ...replacing],
  };
}

interface Replacement {
  readonly event: DutyEvent;
  /** Place of the series. */
  readonly series: DutyEvent['place'];
}

/**
 * An event that replaces a time of a series takes it from the series. If it is at the same time and of one person, as the series is, it is
 * an override; others are times of duty like any other.
 */
function withReplacements(all: readonly CalendarEvent[]): { events: DutyEvent[]; replacements: Replacement[] } {
  const masters = Map.groupBy(
    all
      .filter(({ replaces }) => replaces === undefined)
      .flatMap(({ uid, events }) => events.map((event) => ({ uid, event }))),
    ({ uid }) => uid,
  );
  const left = new Map<string, number[]>();
  const replacements: Replacement[] = [];
  const others: DutyEvent[] = [];
  for (const { uid, events, replaces } of all) {
    if (replaces === undefined) continue;
    const [master, ...more] = masters.get(uid) ?? [];
    const [event] = events;
    const isSame =
      master &&
      event &&
      events.length === 1 &&
      more.length === 0 &&
      event.start === replaces &&
      event.zone === master.event.zone;
    if (isSame && event.minutes === master.event.minutes) {
      replacements.push({ event, series: master.event.place });
      continue;
    }
    others.push(...events);
    left.set(uid, [...(left.get(uid) ?? []), replaces]);
  }
  const kept = [...masters.values()].flat().map(({ uid, event }) => ({
    ...event,
    without: [...event.without, ...(left.get(uid) ?? [])],
  }));
  return { events: [...kept, ...others], replacements };
}
