import { invalidField, requireTimeZone } from '@svc/service-error';
import { Temporal } from 'temporal-polyfill';

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
export const DAY_MS = DAY_MINUTES * MINUTE_MS;
export const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday, three days after the start of its week. */
const MONDAY_MS = -3 * DAY_MS;
/** For how long two zones are compared: each has changed its clocks several times by then. */
const COMPARED_WEEKS = 108;

/** What clocks of a zone show, in milliseconds since 1970-01-01T00:00 of the same clocks. */
export type WallTime = number;

export function wallAt(ms: number, zone: string): WallTime {
  return ms + zoned(ms, zone).offsetNanoseconds / 1e6;
}

/** The first moment at which clocks show a time; for a time that is skipped, the moment of the skip. */
export function momentAt(wall: WallTime, zone: string): number {
  const found = zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'compatible' });
  const isSkipped = wallAt(found.epochMilliseconds, zone) !== wall;
  const skip = isSkipped ? found.getTimeZoneTransition('previous') : undefined;
  return (skip ?? found).epochMilliseconds;
}

/** Milliseconds since the last Monday at 00:00. */
export function sinceMonday(wall: WallTime): number {
  return modulo(wall - MONDAY_MS, WEEK_MS);
}

/** The same day and time a number of months later; the last day of a shorter month. */
export function addMonths(wall: WallTime, months: number): WallTime {
  return zoned(wall, 'UTC').add({ months }).epochMilliseconds;
}

export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Whether the clocks of two zones keep their distance in the time that comes. */
export function zonesAgree(a: string, b: string, fromMs: number): boolean {
  if (a === b) return true;
  const distance = (ms: number): number => wallAt(ms, a) - wallAt(ms, b);
  const first = distance(fromMs);
  return Array.from({ length: COMPARED_WEEKS }, (_, week) => fromMs + week * WEEK_MS).every(
    (ms) => distance(ms) === first,
  );
}

/** Whether the clocks of a zone change. */
export function hasDaylightSaving(zone: string, fromMs: number): boolean {
  return !zonesAgree(zone, 'UTC', fromMs);
}

/** @throws ServiceError invalid_request for a name that is no IANA time zone, or one that is not known here. */
export function readZone(name: string, path: string): string {
  const zone = requireTimeZone(name, path);
  try {
    zoned(0, zone);
    return zone;
  } catch {
    throw invalidField(path, 'must be an IANA time zone such as Europe/Berlin');
  }
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}
