import { Temporal } from 'temporal-polyfill';
import type { Layer, Override, Schedule } from '../resolver/index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 2024-01-01 was a Monday. */
const A_MONDAY_MS = Date.UTC(2024, 0, 1);

/** Users on duty in one minute, in the order of the schedule. */
export type Minute = readonly string[];

/**
 * Decides minute by minute who is on duty, from the rules alone. Its clock shows the latest local time that has been
 * reached, so it pauses while local clocks repeat an hour and jumps if they skip one: a local time is reached at its
 * first moment, or when it is skipped.
 */
export function* walk(
  { timeZone, layers }: Schedule,
  overrides: readonly Override[],
  fromMs: number,
  toMs: number,
): Generator<Minute> {
  const clock = startClock(findOffsets(timeZone, fromMs - 2 * DAY_MS, toMs));
  for (let at = fromMs - 2 * DAY_MS; at < fromMs; at += MINUTE_MS) clock(at);
  const walkers = layers.map((layer) => walkLayer(layer, timeZone));
  for (let at = fromMs; at < toMs; at += MINUTE_MS) {
    const wall = clock(at);
    let users: Minute = [];
    for (const walker of walkers) users = walker(at, wall) ?? users;
    let newest = -Infinity;
    for (const { start, end, userId, createdMs } of overrides)
      if (start <= at && at < end && createdMs > newest) {
        newest = createdMs;
        users = [userId];
      }
    yield users;
  }
}

/** Undefined while the layer does not cover. */
type LayerWalker = (at: number, wall: number) => Minute | undefined;

function walkLayer(layer: Layer, timeZone: string): LayerWalker {
  const { startMs, endMs = Infinity, users, length, restrictions, concurrency } = layer;
  const origin = findOrigin(layer, timeZone);
  const isElapsed = length.unit === 'minutes' && length.count < 24 * 60;
  const lengthMs = length.count * MINUTE_MS;
  const onDuty = users.map((_, turn) => {
    const places = Array.from(
      { length: Math.min(concurrency, users.length) },
      (__, nth) => (turn + nth) % users.length,
    );
    return [...new Set(places.map((place) => users[place] ?? ''))];
  });
  let turns = 0;
  let periods = 1;
  let handoff = nextHandoff();
  function nextHandoff(): number {
    if (isElapsed) return origin.ms + periods * lengthMs;
    if (length.unit === 'minutes') return origin.wall + periods * lengthMs;
    const date = Temporal.Instant.fromEpochMilliseconds(origin.wall).toZonedDateTimeISO('UTC').toPlainDateTime();
    return date.add({ months: periods * length.count }).toZonedDateTime('UTC').epochMilliseconds;
  }
  return (at, wall) => {
    if (at < startMs) return undefined;
    while ((isElapsed ? at : wall) >= handoff) {
      // An elapsed-time hand-off at or before the start changes no turn.
      if (isElapsed ? handoff > startMs : true) turns++;
      periods++;
      handoff = nextHandoff();
    }
    if (at >= endMs) return undefined;
    const isCovered = restrictions.some(({ periodDays, startMinute, durationMinutes }) => {
      const period = periodDays === 1 ? DAY_MS : WEEK_MS;
      const into = (((wall - A_MONDAY_MS - startMinute * MINUTE_MS) % period) + period) % period;
      return into < durationMinutes * MINUTE_MS;
    });
    if (restrictions.length > 0 && !isCovered) return undefined;
    return onDuty[turns % users.length];
  };
}

function findOrigin({ startMs, handoffMinute }: Layer, timeZone: string): { wall: number; ms: number } {
  const start = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone);
  const startWall = startMs + start.offsetNanoseconds / 1e6;
  if (handoffMinute === undefined) return { wall: startWall, ms: startMs };
  const wall = Math.floor(startWall / DAY_MS) * DAY_MS + handoffMinute * MINUTE_MS;
  const clock = startClock(findOffsets(timeZone, startMs - 2 * DAY_MS, startMs + 2 * DAY_MS));
  let ms = Math.floor(startMs / MINUTE_MS) * MINUTE_MS - 2 * DAY_MS;
  while (clock(ms) < wall) ms += MINUTE_MS;
  return { wall, ms };
}

type Offsets = readonly { readonly at: number; readonly offset: number }[];

function findOffsets(timeZone: string, fromMs: number, toMs: number): Offsets {
  let zoned = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  const offsets = [{ at: fromMs, offset: zoned.offsetNanoseconds / 1e6 }];
  for (;;) {
    const next = zoned.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds >= toMs) return offsets;
    offsets.push({ at: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 });
    zoned = next;
  }
}

/** Shows the latest local time that has been reached, for times that only increase. */
function startClock(offsets: Offsets): (at: number) => number {
  let index = 0;
  let latest = -Infinity;
  return (at) => {
    while ((offsets[index + 1]?.at ?? Infinity) <= at) index++;
    latest = Math.max(latest, at + (offsets[index]?.offset ?? 0));
    return latest;
  };
}
