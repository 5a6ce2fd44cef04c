import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

/**
 * A part of the counted persons or messages, by hash. Slices are disjoint, so their counts can be added. Counted from
 * 0.
 */
export interface Slice {
  readonly nth: number;
  readonly of: number;
}

/** The part of a trend that one statement counts. */
export interface TrendPart {
  readonly range: TimeRange;
  readonly slice: Slice;
  readonly counts: 'buckets' | 'totals' | 'both';
}

/** Upper bounds of the number of events and persons. */
export interface TrendSize {
  /** Numbers of events by day since 1970, in UTC. */
  readonly eventsByDay: ReadonlyMap<number, number>;
  /** Persons in a bucket, over all events; undefined if only the number of events limits the count. */
  readonly personsOfBucket: number | undefined;
}

/** The range, events and buckets of a trend. */
export interface TrendExtent {
  readonly range: TimeRange;
  /** Starts of the buckets, ascending; the first is not after the start of the range. */
  readonly starts: readonly bigint[];
  /** Whether days are counted by themselves, and added. */
  readonly isByDay: boolean;
}

export const countEvents = ({ eventsByDay }: TrendSize): number =>
  [...eventsByDay.values()].reduce((total, events) => total + events, 0);

/**
 * The statements of a trend: one if nothing has to be counted in parts. Otherwise buckets are counted in consecutive ranges,
 * which read every event once, and totals in slices.
 *
 * @param most how much one statement may count, because exact counting holds all of it in memory.
 */
export function planTrend({ range, starts, isByDay }: TrendExtent, size: TrendSize, most: number): TrendPart[] {
  const slices = (events: number, buckets = starts.length): Slice[] => {
    const counted = Math.min(events, (size.personsOfBucket ?? Infinity) * buckets);
    const of = Math.max(1, Math.ceil(counted / most));
    return Array.from({ length: of }, (_, nth) => ({ nth, of }));
  };
  const all = countEvents(size);
  const whole = slices(all).map((slice): TrendPart => ({ range, slice, counts: 'both' }));
  if (whole.length === 1) return whole;
  const cuts = isByDay ? midnights(size) : starts;
  const ranges = splitRange(range, cuts, size, most);
  if (ranges.length === 1) return whole;
  const buckets = ranges.flatMap(({ range, events }) =>
    slices(events).map((slice): TrendPart => ({ range, slice, counts: 'buckets' })),
  );
  if (isByDay) return buckets.map((part) => ({ ...part, counts: 'both' }));
  return [...buckets, ...slices(all, 1).map((slice): TrendPart => ({ range, slice, counts: 'totals' }))];
}

const midnights = ({ eventsByDay }: TrendSize): bigint[] =>
  [...eventsByDay.keys()].toSorted((a, b) => a - b).map((day) => BigInt(day) * NANOSECONDS_PER_DAY);

interface RangeSize {
  readonly range: TimeRange;
  readonly events: number;
}

/** Consecutive ranges between cuts, each with at most `most` events unless it has no cut inside. */
function splitRange({ from, to }: TimeRange, cuts: readonly bigint[], size: TrendSize, most: number): RangeSize[] {
  const eventsBefore = countBefore(size);
  const parts: RangeSize[] = [];
  let start = { at: from, events: eventsBefore(from) };
  let end = start;
  const close = (): void => {
    parts.push({ range: { from: start.at, to: end.at }, events: end.events - start.events });
    start = end;
  };
  for (const at of [...cuts.filter((cut) => cut > from && cut < to), to]) {
    const next = { at, events: eventsBefore(at) };
    if (end.at > start.at && next.events - start.events > most) close();
    end = next;
  }
  close();
  return parts;
}

/**
 * Estimates the number of events before a time, as if the events of a day were evenly distributed. Call it with
 * ascending times.
 */
function countBefore({ eventsByDay }: TrendSize): (time: bigint) => number {
  const days = [...eventsByDay].toSorted(([a], [b]) => a - b);
  let [nth, before] = [0, 0];
  return (time) => {
    const passed = Number(time) / Number(NANOSECONDS_PER_DAY);
    for (; (days[nth]?.[0] ?? Infinity) + 1 <= passed; nth++) before += days[nth]?.[1] ?? 0;
    const [day = Infinity, events = 0] = days[nth] ?? [];
    return before + Math.max(0, passed - day) * events;
  };
}
