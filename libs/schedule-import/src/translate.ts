import { invalidField, ServiceError } from '@svc/service-error';
import { readCalendars } from './ical/calendar.js';
import { placeMember, Report, type Place } from './model/report.js';
import type { ImportedPerson, ImportedSchedule, ScheduleImport } from './model/schedule.js';
import { readGoAlert } from './products/goalert.js';
import { readGrafanaOnCall } from './products/grafana.js';
import { readOpsgenie } from './products/opsgenie.js';
import { readPagerDuty } from './products/pagerduty.js';
import { assemble } from './rotation/assemble.js';
import type { Context, ReadDocument } from './rotation/context.js';
import type { Draft } from './rotation/draft.js';

/** Products whose schedules are read as JSON of their interfaces; and calendars of any program. */
export const SCHEDULE_FORMATS = ['opsgenie', 'pagerduty', 'grafana-oncall', 'goalert', 'ical'] as const;

export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number];

export interface TranslateOptions {
  /** The present, in milliseconds since 1970: parts that have ended are dropped, and turns that cannot be layers are written from it on. */
  readonly nowMs: number;
  /** Maximum size of the source in bytes. */
  readonly maxBytes: number;
  /** Maximum number of parts of the source and of the result. */
  readonly maxItems: number;
}

/**
 * Translates schedules of another product to bodies of ours, and reports what became of each part.
 *
 * @throws ServiceError invalid_request that names the field or the line, or payload_too_large.
 */
export function translateSchedules(
  format: ScheduleFormat,
  bytes: Uint8Array,
  { nowMs, maxBytes, maxItems }: TranslateOptions,
): ScheduleImport {
  if (bytes.byteLength > maxBytes) throw new ServiceError('payload_too_large');
  const context: Context = { report: new Report(maxItems), nowMs };
  const drafts = READERS[format](decode(bytes), context);
  const schedules = drafts.flatMap((draft) => assembled(draft, context));
  return { schedules, people: peopleOf(schedules, placesOf(drafts, context.report)), report: context.report.entries };
}

const json =
  (read: ReadDocument) =>
  (text: string, context: Context): Draft[] =>
    read(parse(text), context);

const READERS: Readonly<Record<ScheduleFormat, (text: string, context: Context) => Draft[]>> = {
  opsgenie: json(readOpsgenie),
  pagerduty: json(readPagerDuty),
  'grafana-oncall': json(readGrafanaOnCall),
  goalert: json(readGoAlert),
  ical: readCalendars,
};

function assembled(draft: Draft, { nowMs, report }: Context): ImportedSchedule[] {
  const schedules = assemble(draft, nowMs, report);
  if (schedules.length === 0)
    report.add(draft.place, 'dropped', draft.name, 'No part of the schedule could be translated.');
  return schedules;
}

function peopleOf(schedules: readonly ImportedSchedule[], places: ReadonlyMap<string, Place>): ImportedPerson[] {
  const people = schedules.flatMap(({ schedule: { layers }, overrides }) => [
    ...layers.flatMap(({ users }) => users),
    ...overrides.map((override) => override.user_id),
  ]);
  return [...new Set(people)].map((person) => ({ person, ...placeMember(places.get(person) ?? '') }));
}

/** The first place that names each person. */
function placesOf(drafts: readonly Draft[], { people }: Report): ReadonlyMap<string, Place> {
  const named = drafts.flatMap(({ tracks, singles }) => [
    ...tracks.flatMap(({ users, place }) => users.map((user) => [user, place] as const)),
    ...singles.map(({ person, place }) => [person, place] as const),
  ]);
  return new Map([...named.toReversed(), ...people]);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('body', 'is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser quotes the body, so it is not forwarded.
    throw invalidField('body', 'is not valid JSON');
  }
}
