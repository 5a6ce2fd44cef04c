import { DAY, MINUTE } from './window.js';

/** A date of the calendar: the month is 1 to 12. Days outside the month are counted on. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The calendar and the clock of an IANA time zone. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  /** @throws RangeError for an unknown zone. */
  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  dateAt(ms: number): CalendarDate {
    const wall = new Date(this.#wallMs(ms));
    return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
  }

  /** Day of the week: 0 is Monday. */
  static weekday({ year, month, day }: CalendarDate): number {
    return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  }

  /** The moment at which clocks show a time; a time that a change of clocks skips is the moment of the change. */
  at({ year, month, day }: CalendarDate, minutes = 0): number {
    const wall = Date.UTC(year, month - 1, day) + minutes * MINUTE;
    const before = wall - (this.#wallMs(wall - DAY) - (wall - DAY));
    const after = wall - (this.#wallMs(wall + DAY) - (wall + DAY));
    if (this.#wallMs(before) === wall) return before;
    return this.#wallMs(after) === wall ? after : Math.max(before, after);
  }

  #wallMs(ms: number): number {
    const seconds = Math.floor(ms / 1_000) * 1_000;
    const parts = new Map(this.#format.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]));
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const day = Date.UTC(get('year'), get('month') - 1, get('day'));
    return day + (get('hour') * 3_600 + get('minute') * 60 + get('second')) * 1_000 + (ms - seconds);
  }
}

export const addDays = ({ year, month, day }: CalendarDate, days: number): CalendarDate => {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
};

export const addMonths = ({ year, month }: CalendarDate, months: number): CalendarDate => {
  const moved = new Date(Date.UTC(year, month - 1 + months, 1));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: 1 };
};
