import { toInstant, toWallClock } from '../../time/zone.js';

/** An instant as fields of a date and a time have it, in a time zone: `2026-11-01T08:30`. */
export function toLocal(ms: number, zone: string): string {
  return new Date(toWallClock(zone, ms)).toISOString().slice(0, 16);
}

/** The instant of such a text in a time zone; undefined for another text. */
export function fromLocal(text: string, zone: string): number | undefined {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : toInstant(zone, wall).ms;
}
