import { createHash } from 'node:crypto';
import { ICalCalendar } from 'ical-generator';
import type { PlannedSchedule } from '../duty/plans.service.js';

/** Recommended interval between two reads of the feed by calendar programs, in seconds. */
const REFRESH_SECONDS = 3_600;
/** The first events of a feed; more would hold the event loop. */
const MAX_EVENTS = 500;

/**
 * The shifts of a user as a calendar with times in UTC, one event for each turn. The ID of an event depends on schedule, user, layer and
 * start only. A shift that was cut at the start of the calendar begins with its turn, so that its ID stays the same as time passes.
 */
export function renderCalendar(userId: string, schedules: readonly PlannedSchedule[], startMs: number): string {
  const calendar = new ICalCalendar({
    name: 'On-call',
    prodId: { company: 'svc', product: 'on-call' },
    ttl: REFRESH_SECONDS,
  });
  const own = schedules.flatMap(({ shifts, ...schedule }) =>
    shifts.filter(({ users }) => users.includes(userId)).map((shift) => ({ ...schedule, ...shift })),
  );
  own.sort((a, b) => a.start - b.start);
  for (const { scheduleId, scheduleName, turnStart, end, layer, source, ...shift } of own.slice(0, MAX_EVENTS)) {
    const start = shift.start === startMs ? turnStart : shift.start;
    const identity = JSON.stringify([scheduleId, userId, source, layer, start]);
    calendar.createEvent({
      id: createHash('sha256').update(identity).digest('hex').slice(0, 32),
      // Always the same, so that a feed without changes has the same bytes.
      stamp: new Date(start),
      start: new Date(start),
      end: new Date(end),
      summary: `On-call: ${scheduleName}`,
      description: source === 'override' ? 'Override' : `Layer: ${layer}`,
    });
  }
  return calendar.toString();
}
