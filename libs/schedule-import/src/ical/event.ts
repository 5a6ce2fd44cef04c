import { invalidField } from '@svc/service-error';
import type { Place, Report } from '../model/report.js';
import { DAY_MINUTES, MINUTE_MS, momentAt, type WallTime } from '../model/zone.js';
import type { DutyEvent } from '../recurrence/event.js';
import { unescaped, type Component, type Property } from './lines.js';
import { peopleOf } from './people.js';
import { readRule } from './rule.js';
import { inZone, readDuration, readTime, readTimes, type CalendarTime } from './times.js';
import type { CalendarZones } from './zones.js';

/** An event for each of the people it names, and the time of the series that it replaces, if any. */
export interface CalendarEvent {
  readonly uid: string;
  readonly events: readonly DutyEvent[];
  readonly replaces?: WallTime | undefined;
}

/** Properties that say nothing about duty. */
const SKIPPED = new Set(
  'UID SUMMARY ATTENDEE DTSTART DTEND DURATION RRULE EXDATE RDATE RECURRENCE-ID DTSTAMP CREATED LAST-MODIFIED SEQUENCE STATUS TRANSP CLASS URL'.split(
    ' ',
  ),
);

/** @throws ServiceError invalid_request that names the line. */
export function readEvent(event: Component, zones: CalendarZones, zone: string, report: Report): CalendarEvent {
  const { line } = event;
  const found = (name: string): Property | undefined => event.properties.find((property) => property.name === name);
  const uid = found('UID')?.value.trim() ?? `line ${line}`;
  const start = found('DTSTART');
  if (!start) throw invalidField(`line ${line}`, 'must have DTSTART');
  const [first, ownZone] = [readTime(start.value, start.line), zones.of(start, zone)];
  const eventZone = first.isDay ? zone : ownZone;
  const wall = inZone(first, eventZone);
  const minutes = lengthOf(event, first, wall, eventZone, zones);
  const { people, level } = peopleOf(event);
  const name = unescaped(found('SUMMARY')?.value ?? '');
  for (const other of event.properties)
    if (!SKIPPED.has(other.name)) report.add(other.line, 'dropped', other.name, 'It has no counterpart here.');
  const reason = whyNot(event, people);
  if (reason !== undefined) {
    report.add(line, 'dropped', name === '' ? 'event' : name, reason);
    return { uid, events: [] };
  }
  for (const person of people) report.name(person, line);
  const rule = found('RRULE');
  const read = rule && readRule(rule, eventZone);
  if (rule && typeof read === 'string') {
    report.add(rule.line, 'dropped', name, read);
    return { uid, events: [] };
  }
  const local = (property: Property): WallTime[] =>
    readTimes(property).map((time) => (time.isDay ? time.shown + timeOf(wall) : inZone(time, eventZone)));
  const all = (kind: string): WallTime[] =>
    event.properties.filter((property) => property.name === kind).flatMap(local);
  const without = all('EXDATE');
  const added = all('RDATE');
  report.take(people.length * (1 + without.length + added.length));
  const shared = { name, place: line as Place, level, zone: eventZone, minutes };
  const events = people.flatMap((person): DutyEvent[] => [
    { ...shared, person, start: wall, rule: typeof read === 'object' ? read : undefined, without },
    ...added.map((other) => ({ ...shared, person, start: other, without: [] })),
  ]);
  const replaced = found('RECURRENCE-ID');
  return { uid, events, replaces: replaced && local(replaced)[0] };
}

function whyNot(event: Component, people: readonly string[]): string | undefined {
  const has = (name: string, value: string): boolean =>
    event.properties.some((property) => property.name === name && property.value.trim().toUpperCase() === value);
  if (has('STATUS', 'CANCELLED')) return 'It is cancelled.';
  return people.length === 0 ? 'It names no one.' : undefined;
}

/** Minutes on the clocks of a zone. */
function lengthOf(event: Component, first: CalendarTime, wall: WallTime, zone: string, zones: CalendarZones): number {
  const end = event.properties.find(({ name }) => name === 'DTEND');
  const duration = event.properties.find(({ name }) => name === 'DURATION');
  if (duration) return readDuration(duration);
  if (!end) return first.isDay ? DAY_MINUTES : 0;
  const last = readTime(end.value, end.line);
  const endZone = last.isDay ? zone : zones.of(end, zone);
  const isSameClock = endZone === zone && !last.isUtc;
  const endWall = isSameClock ? last.shown : inZone({ ...last, isUtc: true, shown: instantOf(last, endZone) }, zone);
  return Math.round((endWall - wall) / MINUTE_MS);
}

function instantOf({ isUtc, shown }: CalendarTime, zone: string): number {
  return isUtc ? shown : momentAt(shown, zone);
}

function timeOf(wall: WallTime): number {
  return wall - Math.floor(wall / 86_400_000) * 86_400_000;
}
