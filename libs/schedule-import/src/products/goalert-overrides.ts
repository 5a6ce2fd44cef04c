import type { Fields } from '../model/fields.js';
import type { People } from '../model/people.js';
import type { Report } from '../model/report.js';
import { turnsIn } from '../recurrence/holes.js';
import type { Single, Track } from '../rotation/draft.js';

/** Reads an override, which adds a user, or has one do the duty of another. */
export function readOverride(
  override: Fields,
  tracks: readonly Track[],
  people: People,
  report: Report,
  nowMs: number,
): Single[] {
  const personOf = (name: string): string | undefined => {
    const user = override.objectIfAny(name);
    const id = override.text(`${name}ID`);
    return user ? people.of(user) : id === undefined || id === '' ? undefined : people.find(id);
  };
  const [added, removed] = [personOf('addUser'), personOf('removeUser')];
  const span = { start: override.instant('start'), end: override.instant('end') };
  override.skip('id', 'target', '__typename');
  override.reportRest();
  const place = override.path;
  const name = `override of ${added ?? removed ?? ''}`;
  if (added === undefined) {
    report.add(place, 'dropped', name, 'An override here names who is on duty instead.');
    return [];
  }
  if (removed === undefined) return [{ name, place, level: 0, person: added, ...span }];
  if (span.end <= nowMs) return [{ name, place, level: 0, person: added, ...span, replaces: [] }];
  const found = tracks.flatMap((track): Single[] => {
    const users = track.users.map((user) => (user === removed ? added : undefined));
    const from = Math.max(track.from, span.start);
    const until = Math.min(track.until ?? Infinity, span.end);
    return turnsIn({ ...track, users, from, until }, Math.max(from, nowMs), until, report).map((single) => ({
      ...single,
      name,
      place,
      replaces: [track.place],
    }));
  });
  if (found.length === 0) report.add(place, 'dropped', name, 'The user it replaces is not on duty then.');
  return found;
}

/** Reads a temporary schedule, whose shifts are instead of all others. */
export function readTemporary(temporary: Fields, people: People, report: Report): Single[] {
  const [start, end] = [temporary.instant('start'), temporary.instant('end')];
  const shifts = temporary.objects('shifts').flatMap((shift): Single[] => {
    const user = shift.objectIfAny('user');
    const id = shift.text('userID');
    const person = user ? people.of(user) : id === undefined ? undefined : people.find(id);
    const span = { start: shift.instant('start'), end: shift.instant('end') };
    shift.skip('truncated', '__typename');
    shift.reportRest();
    if (person === undefined) {
      report.add(shift.path, 'dropped', 'shift', 'It names no user.');
      return [];
    }
    return [{ name: `temporary shift of ${person}`, place: shift.path, level: 0, person, ...span, replaces: [] }];
  });
  temporary.skip('__typename');
  temporary.reportRest();
  const sorted = shifts.toSorted((a, b) => a.start - b.start);
  let covered = start;
  for (const shift of sorted) if (shift.start <= covered) covered = Math.max(covered, shift.end);
  if (covered < end)
    report.add(
      temporary.path,
      'changed',
      'temporary schedule',
      'While none of its shifts is on duty, the layers of the schedule are.',
    );
  if (sorted.some((shift, index) => shift.start < (sorted[index - 1]?.end ?? -Infinity)))
    report.add(
      temporary.path,
      'changed',
      'temporary schedule',
      'Of shifts at the same time, the last one alone is on duty.',
    );
  return shifts;
}
