import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { agree, DAY_MS, NOW_MS, STEP_MS, type OnDuty } from './import-judge.js';

/** The types of ical.js name it without defining it. */
interface Occurrence {
  readonly item: ICAL.Event;
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
}

/** The time that all occurrences of calendars cover, as ical.js expands them; of overlapping levels the highest one. */
export function calendarDuty(text: string, startMs: number, endMs: number): OnDuty {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const spans: { start: number; end: number; person: string; level: number }[] = [];
  const moment = (time: ICAL.Time, zone: string): number =>
    time.zone === ICAL.Timezone.utcTimezone && !time.isDate
      ? time.toJSDate().getTime()
      : Temporal.PlainDateTime.from({
          year: time.year,
          month: time.month,
          day: time.day,
          hour: time.hour,
          minute: time.minute,
        }).toZonedDateTime(zone).epochMilliseconds;
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) =>
    String(event.getFirstPropertyValue('uid')),
  );
  for (const components of byUid.values()) {
    const master = components.find((component) => !component.hasProperty('recurrence-id'));
    if (!master) continue;
    const event = new ICAL.Event(master, { exceptions: components.filter((component) => component !== master) });
    const zone = master.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? 'Europe/Berlin';
    const add = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void => {
      const level = Number(/\[L(\d)\]/.exec(item.summary)?.[1] ?? 0);
      const person = item.summary.replace(/\[L\d\] /, '');
      spans.push({ start: moment(start, zone), end: moment(end, zone), person, level });
    };
    if (!event.isRecurring()) {
      add(event, event.startDate, event.endDate);
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next()) {
      if (moment(next, zone) > endMs) break;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next) as unknown as Occurrence;
      if (moment(endDate, zone) > startMs - 30 * DAY_MS) add(item, startDate, endDate);
    }
  }
  return (ms) => {
    const covering = spans.filter(({ start, end }) => start <= ms && ms < end);
    const highest = Math.max(...covering.map(({ level }) => level));
    return covering.filter(({ level }) => level === highest).map(({ person }) => person);
  };
}

export const calendarOf = (events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-CALNAME:Primary',
    'X-WR-TIMEZONE:Europe/Berlin',
    ...events,
    'END:VCALENDAR',
  ].join('\r\n');
let uids = 0;
export const eventOf = (person: string, lines: readonly string[], uid = `uid-${++uids}`): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, `SUMMARY:${person}`, 'END:VEVENT'].join('\r\n');
/** Compares who is on duty with the occurrences that ical.js has. */
export const agreeCalendar = (events: readonly string[], weeks = 9, startMs = NOW_MS, stepMs = STEP_MS): void => {
  const text = calendarOf(events);
  agree('ical', text, calendarDuty(text, startMs, startMs + weeks * 7 * DAY_MS), weeks, startMs, stepMs);
};
