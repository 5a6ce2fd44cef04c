import type { Place } from '../model/report.js';
import type { WallTime } from '../model/zone.js';
import type { Window } from '../rotation/windows.js';

/** Times of duty of one person that repeat after a whole number of periods. */
export interface Series {
  readonly name: string;
  readonly place: Place;
  readonly level: number;
  readonly person: string;
  readonly zone: string;
  /** Length of a turn in minutes: hours, days or weeks. */
  readonly unit: number;
  /** After how many turns the person has one again. */
  readonly every: number;
  /** Local time at which a turn of the person begins. */
  readonly turn: WallTime;
  /** Start of the first time of duty, and end of the last one, in milliseconds since 1970. */
  readonly from: number;
  readonly until?: number | undefined;
  /** Parts of the week, of each turn; none if turns are covered as a whole. */
  readonly windows: readonly Window[];
  /** Times of duty that are left out, as they start and end. */
  readonly without: readonly { readonly start: number; readonly end: number }[];
}

/** Series of equal keys can take turns with each other. */
export function keyOf({ level, zone, unit, every, turn, windows }: Series): string {
  // Turns of one rotation begin a whole number of turns after each other.
  const phase = (((turn / 60_000) % unit) + unit) % unit;
  return JSON.stringify([level, zone, unit, every, phase, windows.map(({ start, duration }) => [start, duration])]);
}

/** Number of the person's turn among those of a rotation. */
export function slotOf({ unit, every, turn }: Series): number {
  const number = Math.floor(turn / 60_000 / unit);
  return ((number % every) + every) % every;
}
