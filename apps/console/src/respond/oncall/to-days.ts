import type { ScheduleGap, ScheduleShift } from '../../gen/api.js';
import { toWallClock } from '../../time/zone.js';

/** A part of a day in which a user is on call, or in which nobody is. */
export interface Segment {
  readonly kind: 'duty' | 'gap';
  /** The user, or the reason of the gap. */
  readonly name: string;
  readonly userId: string;
  readonly source: string;
  /** Shares of the day, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Wall-clock texts, such as `09:00`; the end of the day is `24:00`. */
  readonly start: string;
  readonly end: string;
  /** Users who are on call at the same time are below each other, from 0. */
  readonly lane: number;
}

export interface Day {
  /** Milliseconds of the wall clock at which it begins. */
  readonly wall: number;
  readonly segments: readonly Segment[];
  readonly lanes: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Part = Omit<Segment, 'lane' | 'from' | 'to' | 'start' | 'end'> & {
  readonly startWall: number;
  readonly endWall: number;
};

/** The plan of a schedule by the days of its time zone. */
export function toDays(
  plan: { readonly shifts: readonly ScheduleShift[]; readonly gaps: readonly ScheduleGap[] },
  zone: string,
  startMs: number,
  endMs: number,
): readonly Day[] {
  const wallOf = (at: string | undefined): number => toWallClock(zone, Date.parse(at ?? ''));
  const parts: readonly Part[] = [
    ...plan.shifts.map(({ name, user_id: userId, source, start, end }) => ({
      kind: 'duty' as const,
      name,
      userId,
      source,
      startWall: wallOf(start),
      endWall: wallOf(end),
    })),
    ...plan.gaps.map(({ reason, start, end }) => ({
      kind: 'gap' as const,
      name: reason,
      userId: '',
      source: '',
      startWall: wallOf(start),
      endWall: wallOf(end),
    })),
  ];
  const first = Math.floor(toWallClock(zone, startMs) / DAY_MS);
  const last = Math.ceil(toWallClock(zone, endMs) / DAY_MS);
  return Array.from({ length: Math.max(0, last - first) }, (_, nth) => toDay((first + nth) * DAY_MS, parts));
}

function toDay(wall: number, parts: readonly Part[]): Day {
  const cut = parts
    .map((part) => ({ part, from: Math.max(part.startWall, wall), to: Math.min(part.endWall, wall + DAY_MS) }))
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from);
  const ends: number[] = [];
  const segments = cut.map(({ part, from, to }): Segment => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    const { kind, name, userId, source } = part;
    const shares = { from: (from - wall) / DAY_MS, to: (to - wall) / DAY_MS };
    return { kind, name, userId, source, ...shares, start: toClock(from - wall), end: toClock(to - wall), lane };
  });
  return { wall, segments, lanes: Math.max(1, ends.length) };
}

/** The time of day so many milliseconds after midnight by the clock. */
function toClock(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
