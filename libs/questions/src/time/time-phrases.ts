import { readClock, readDates, readDuration, readUnit, type Read } from './points.js';
import { addDays, addMonths, WallClock, type CalendarDate } from './wall-clock.js';
import { DAY, HOUR, MINUTE, WEEK, type Window } from './window.js';

/** A time phrase: windows on the calendar, of which a day can be narrowed by a time of the day. */
export type TimePhrase =
  | { readonly kind: 'window'; readonly isDay: boolean; readonly windows: readonly Window[] }
  | { readonly kind: 'clock'; readonly ranges: readonly Minutes[] };

/** A part of a day, in minutes since its midnight. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

const PARTS = new Map<string, Minutes>([
  ['morning', { from: 6 * 60, to: 12 * 60 }],
  ['afternoon', { from: 12 * 60, to: 18 * 60 }],
  ['evening', { from: 18 * 60, to: 24 * 60 }],
]);
const FUTURE = new Set(['tomorrow', 'next', 'upcoming', 'tonight']);

/** Reads phrases of time at one moment in one time zone. Windows may end in the future; the caller clips them. */
export class TimePhrases {
  readonly today: CalendarDate;

  constructor(
    private readonly clock: WallClock,
    private readonly now: number,
  ) {
    this.today = clock.dateAt(now);
  }

  /** The phrase that begins at a word, if one does. Words are in lower case. */
  read(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    return (
      this.#future(words, at) ??
      this.#since(words, at) ??
      this.#range(words, at) ??
      this.#rolling(words, at) ??
      this.#calendar(words, at) ??
      this.#at(words, at) ??
      this.#day(words, at)
    );
  }

  dayWindow(date: CalendarDate, part: Minutes = { from: 0, to: 24 * 60 }): Window {
    const to = part.to === 24 * 60 ? this.clock.at(addDays(date, 1)) : this.clock.at(date, part.to);
    return { from: this.clock.at(date, part.from), to };
  }

  /** A phrase of the future has no window. */
  #future(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    if (!FUTURE.has(words[at] ?? '')) return undefined;
    return phrase(words[at] === 'next' ? 2 : 1, []);
  }

  #since(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    if (words[at] !== 'since' && words[at] !== 'after') return undefined;
    const start = at + (words[at + 1] === 'the' ? 2 : 1);
    const ago = readDuration(words, start);
    if (ago && words[start + ago.length] === 'ago')
      return phrase(start + ago.length + 1 - at, [{ from: this.now - ago.value, to: this.now }]);
    const clock = readClock(words, start);
    if (clock && readUnit(words[start + 1]) === undefined) {
      const windows = clock.value.map((minutes) => ({ from: this.#latest(minutes), to: this.now }));
      return phrase(start + clock.length - at, windows);
    }
    const day = this.#calendar(words, start) ?? this.#day(words, start);
    if (day?.value.kind !== 'window') return undefined;
    const later = words[start + day.length] === 'at' ? 1 : 0;
    const minutes = day.value.isDay ? readClock(words, start + day.length + later) : undefined;
    const windows = day.value.windows.flatMap(({ from }) =>
      (minutes?.value ?? [0]).map((minute) => ({ from: this.#within(from, minute), to: this.now })),
    );
    return phrase(start + day.length + (minutes ? minutes.length + later : 0) - at, windows);
  }

  /** `between 10:00 and 11:30`, `from 9am to 5pm`, `from monday to wednesday`. */
  #range(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    const isBetween = words[at] === 'between';
    if (!isBetween && words[at] !== 'from') return undefined;
    const join = (index: number) =>
      isBetween ? words[index] === 'and' : /^(?:to|until|till)$/.test(words[index] ?? '');
    const first = readClock(words, at + 1);
    if (first && join(at + 1 + first.length)) {
      const second = readClock(words, at + 2 + first.length);
      if (!second) return undefined;
      const ranges = first.value.flatMap((from) => second.value.map((to) => ({ from, to })));
      const ordered = ranges.length > 1 ? ranges.filter(({ from, to }) => from < to) : ranges;
      return { value: { kind: 'clock', ranges: ordered }, length: 2 + first.length + second.length };
    }
    const start = readDates(words, at + 1, this.today);
    if (!start || !join(at + 1 + start.length)) return undefined;
    const end = readDates(words, at + 2 + start.length, this.today);
    if (!end) return undefined;
    const windows = start.value.flatMap((from) =>
      end.value.map((to) => ({ from: this.dayWindow(from).from, to: this.dayWindow(to).to })),
    );
    return phrase(2 + start.length + end.length, windows);
  }

  /** `last 30 minutes`, `past week`, `the last week`, `within 2 hours`, `over 14 days`. */
  #rolling(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    const word = words[at] ?? '';
    if (word === 'the') return this.#theLast(words, at);
    const isLast = word === 'last' || word === 'past' || word === 'previous';
    const isPlain = /^(?:over|within|during|for)$/.test(word);
    if (!isLast && !isPlain) return undefined;
    const skip = isPlain && words[at + 1] === 'the' ? 2 : 1;
    const duration = readDuration(words, at + skip);
    // `over 2 minutes` can also be the duration of a trace.
    const isClear = isLast || (skip === 1 && (word !== 'over' || (duration?.value ?? 0) >= DAY));
    if (duration && isClear && duration.value > 0)
      return phrase(skip + duration.length, [{ from: this.now - duration.value, to: this.now }]);
    const unit = isLast ? readUnit(words[at + 1]) : undefined;
    const isRolling = unit !== undefined && unit >= MINUTE && (word === 'past' || unit <= DAY);
    return isRolling ? phrase(2, [{ from: this.now - unit, to: this.now }]) : undefined;
  }

  /** `the last week` ends now, while `last week` is one of the calendar. */
  #theLast(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    if (words[at + 1] !== 'last') return undefined;
    const unit = readUnit(words[at + 2]);
    return unit !== undefined && unit > DAY ? phrase(3, [{ from: this.now - unit, to: this.now }]) : undefined;
  }

  /** `this week`, `last month`: whole weeks from Monday, months and years of the calendar. */
  #calendar(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    const isThis = words[at] === 'this' || words[at] === 'current';
    if (!isThis && words[at] !== 'last' && words[at] !== 'previous') return undefined;
    const unit = words[at + 1] ?? '';
    const part = isThis ? PARTS.get(unit) : undefined;
    if (part) return phrase(2, [this.dayWindow(this.today, part)]);
    if (isThis && unit === 'hour') return phrase(2, [{ from: Math.floor(this.now / HOUR) * HOUR, to: this.now }]);
    const starts = this.#starts(unit);
    if (!starts) return undefined;
    const [before, start, after] = starts.map((date) => this.clock.at(date)) as [number, number, number];
    return phrase(2, [isThis ? { from: start, to: after } : { from: before, to: start }]);
  }

  /** The starts of the previous, the current and the next week, month or year. */
  #starts(unit: string): readonly CalendarDate[] | undefined {
    const { today } = this;
    if (unit === 'week') {
      const monday = addDays(today, -WallClock.weekday(today));
      return [addDays(monday, -7), monday, addDays(monday, 7)];
    }
    if (unit === 'month') return [-1, 0, 1].map((months) => addMonths(today, months));
    return unit === 'year' ? [-1, 0, 1].map((years) => ({ year: today.year + years, month: 1, day: 1 })) : undefined;
  }

  /** `at 5pm`: the hour that begins then; at most a day ago. */
  #at(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    if (words[at] !== 'at') return undefined;
    const clock = readClock(words, at + 1);
    if (!clock || (words[at + 1] ?? '').includes(':')) return undefined;
    const windows = clock.value.map((minutes) => this.#latest(minutes)).map((from) => ({ from, to: from + HOUR }));
    return phrase(1 + clock.length, windows);
  }

  #day(words: readonly string[], at: number): Read<TimePhrase> | undefined {
    const dates = readDates(words, at, this.today);
    if (!dates) return undefined;
    const part = PARTS.get(words[at + dates.length] ?? '');
    const windows = dates.value.map((date) => this.dayWindow(date, part));
    return {
      value: { kind: 'window', isDay: part === undefined, windows },
      length: dates.length + (part ? 1 : 0),
    };
  }

  /** The latest moment up to now at which clocks show a time of the day. */
  #latest(minutes: number): number {
    const today = this.clock.at(this.today, minutes);
    return today <= this.now ? today : this.clock.at(addDays(this.today, -1), minutes);
  }

  #within(dayStart: number, minutes: number): number {
    return minutes === 0 ? dayStart : this.clock.at(this.clock.dateAt(dayStart), minutes);
  }
}

const phrase = (length: number, windows: readonly Window[]): Read<TimePhrase> => ({
  value: { kind: 'window', isDay: false, windows },
  length,
});

/** The bucket of a series, so that a chart has up to about 120 points. */
export function intervalOf({ from, to }: Window): string {
  const width = to - from;
  const steps: readonly (readonly [number, string])[] = [
    [HOUR, '1m'],
    [6 * HOUR, '5m'],
    [DAY, '15m'],
    [3 * DAY, '1h'],
    [2 * WEEK, '6h'],
  ];
  return steps.find(([limit]) => width <= limit)?.[1] ?? '1d';
}
