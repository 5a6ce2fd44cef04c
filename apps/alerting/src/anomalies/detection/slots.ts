export const WINDOW_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** A slot counts with its two neighbors, because four values alone tell little about how much a series varies. */
const NEIGHBORS = [-1, 0, 1];
const WEEKS = 4;
const DAYS = 7;
/** Windows of the last hours. The latest are left out, so that an anomaly does not become its own expectation at once. */
const HOURS = { from: 6, windows: 36 };

/** Windows by their ends in milliseconds. Slots follow UTC, so changes to daylight saving time do not move them. */
export interface Slots {
  /** For each of the last four weeks, the same slot. */
  readonly weeks: readonly (readonly number[])[];
  /** For each of the last seven days. */
  readonly days: readonly (readonly number[])[];
  /** One list for each window of the last hours. */
  readonly hours: readonly (readonly number[])[];
}

/** Windows that a window is compared with. */
export function baselineSlots(endMs: number): Slots {
  const around = (centerMs: number): number[] => NEIGHBORS.map((step) => centerMs + step * WINDOW_MS);
  return {
    weeks: upTo(WEEKS, (week) => around(endMs - week * WEEK_MS)),
    days: upTo(DAYS, (day) => around(endMs - day * DAY_MS)),
    hours: upTo(HOURS.windows, (index) => [endMs - (HOURS.from + index - 1) * WINDOW_MS]),
  };
}

/** All of them, the earliest first. */
export function baselineEnds(endMs: number): number[] {
  const { weeks, days, hours } = baselineSlots(endMs);
  return [...new Set([...weeks, ...days, ...hours].flat())].sort((a, b) => a - b);
}

/** The end of the last window whose data should have arrived. */
export function latestEnd(nowMs: number, delayMs: number): number {
  return Math.floor((nowMs - delayMs) / WINDOW_MS) * WINDOW_MS;
}

/** Consecutive windows. */
export interface Run {
  readonly firstEnd: number;
  readonly count: number;
}

/** Groups windows into the fewest runs of consecutive ones. */
export function toRuns(ends: Iterable<number>): Run[] {
  const runs: { firstEnd: number; count: number }[] = [];
  for (const end of [...new Set(ends)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && end === last.firstEnd + last.count * WINDOW_MS) last.count++;
    else runs.push({ firstEnd: end, count: 1 });
  }
  return runs;
}

export function toEnds({ firstEnd, count }: Run): number[] {
  return upTo(count, (index) => firstEnd + (index - 1) * WINDOW_MS);
}

const upTo = <Item>(last: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: last }, (_, index) => item(index + 1));
