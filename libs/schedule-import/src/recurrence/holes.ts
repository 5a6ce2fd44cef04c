import type { Report } from '../model/report.js';
import { DAY_MS, MINUTE_MS, momentAt, sinceMonday, wallAt, WEEK_MS } from '../model/zone.js';
import type { Single, Track } from '../rotation/draft.js';
import { turnAt, turnStart } from '../rotation/rotation.js';
import { merged } from '../rotation/windows.js';

/** For how long turns are written one by one, in milliseconds from the present. */
export const HORIZON_MS = 366 * DAY_MS;

/** A track with turns of no one, which a layer cannot have. */
export type TrackWithHoles = Omit<Track, 'users'> & { readonly users: readonly (string | undefined)[] };

/** The track if all of its turns are of people; single times of duty of the coming year if not. */
export function withoutHoles(
  track: TrackWithHoles,
  nowMs: number,
  report: Report,
): { tracks: Track[]; singles: Single[] } {
  const users = track.users.filter((user) => user !== undefined);
  if (users.length === track.users.length) return { tracks: [{ ...track, users }], singles: [] };
  const end = nowMs + HORIZON_MS;
  const singles = users.length > 0 ? turnsIn(track, nowMs, end, report) : [];
  if ((track.until ?? Infinity) > nowMs && users.length > 0)
    report.add(
      track.place,
      'changed',
      track.name,
      (track.until ?? Infinity) > end
        ? `In some of its turns no one is on duty, which a layer cannot have: its times are overrides, until ${new Date(end).toISOString().slice(0, 10)}.`
        : 'In some of its turns no one is on duty, which a layer cannot have: its times are overrides.',
    );
  return { tracks: [], singles };
}

/** The times of duty in a span, turn by turn. */
export function turnsIn(track: TrackWithHoles, startMs: number, endMs: number, report: Report): Single[] {
  const rotation = { ...track, users: track.users.map((user) => user ?? '') };
  const [from, until] = [Math.max(track.from, startMs), Math.min(track.until ?? Infinity, endMs)];
  const singles: Single[] = [];
  if (from >= until) return [];
  for (let turn = turnAt(rotation, from); ; turn++) {
    const start = turnStart(rotation, turn);
    if (start >= until) return singles;
    const person = track.users[((turn % track.users.length) + track.users.length) % track.users.length];
    report.take();
    if (person === undefined) continue;
    const span = {
      start: Math.max(start, track.from),
      end: Math.min(turnStart(rotation, turn + 1), track.until ?? Infinity),
    };
    for (const part of covered(track, span)) {
      report.take();
      const { name, place, level } = track;
      if (part.end > startMs) singles.push({ name, place, level, person, ...part });
    }
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a span in the windows of a track. */
function covered({ windows, zone }: Pick<Track, 'windows' | 'zone'>, span: Span): Span[] {
  const week = merged(windows);
  if (week.length === 0) return [span];
  const first = wallAt(span.start, zone);
  const found: Span[] = [];
  const last = wallAt(span.end, zone);
  for (let monday = first - sinceMonday(first) - WEEK_MS; monday <= last; monday += WEEK_MS)
    for (const { start, duration } of week) {
      const opens = momentAt(monday + start * MINUTE_MS, zone);
      const closes = momentAt(monday + (start + duration) * MINUTE_MS, zone);
      const part = { start: Math.max(opens, span.start), end: Math.min(closes, span.end) };
      if (part.start < part.end) found.push(part);
    }
  return found;
}
