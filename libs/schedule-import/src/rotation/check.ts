import { tooManyParts, type Report } from '../model/report.js';
import { hasDaylightSaving } from '../model/zone.js';
import { byClock } from './by-clock.js';
import type { Draft, Single, Track } from './draft.js';
import { isElapsed, lengthText } from './rotation.js';

const MAX_USERS = 100;
/** Parts of a schedule. Ours have a tenth of it as layers; the rest are overrides, or drop out with a report. */
const MAX_PARTS = 1_000;
/** Times of schedules are in the years 2000 to 2100. */
const END_MS = Date.UTC(2101, 0, 1);
/** Longest time of duty that overrides are written for. */
const MAX_SINGLE_MS = 10 * 366 * 86_400_000;

/**
 * The parts that a schedule of ours can have and that have not ended. Reports each part.
 *
 * @throws ServiceError payload_too_large if there are more than are compared with each other in about a second.
 */
export function present(draft: Draft, nowMs: number, report: Report): Draft {
  const tracks = draft.tracks
    .filter((track) => checkTrack(track, nowMs, report))
    .flatMap((track) => {
      const parts = byClock(track, nowMs);
      report.take(parts.length);
      return parts;
    });
  const singles = draft.singles.filter((single) => checkSingle(single, nowMs, report));
  if (tracks.length + singles.length > MAX_PARTS) throw tooManyParts();
  return { ...draft, tracks, singles };
}

function checkTrack(track: Track, nowMs: number, report: Report): boolean {
  const { place, name, users, length } = track;
  const reason = whyNotTrack(track, nowMs);
  if (reason !== undefined) {
    report.add(place, 'dropped', name, reason);
    return false;
  }
  report.take(users.length);
  const people = new Set(users).size;
  const turns = people === 1 ? 'of one person' : `of ${people} people with turns of ${lengthText(length) ?? ''}`;
  report.add(place, 'kept', name, `It is a layer ${turns}.`);
  if (people > 1 && byClock(track, nowMs).some(isElapsed) && hasDaylightSaving(track.zone, nowMs))
    report.add(
      place,
      'changed',
      name,
      'Turns of less than a day last exactly that long, so hand-offs are an hour earlier or later while the clocks differ from those at the start.',
    );
  return true;
}

function whyNotTrack({ users, length, from, until = Infinity }: Track, nowMs: number): string | undefined {
  if (users.length === 0) return 'It has no users.';
  if (users.length > MAX_USERS) return `A layer has at most ${MAX_USERS} turns.`;
  if (lengthText(length) === undefined)
    return 'Turns are whole hours, days, weeks or months, of at most 366 days or 12 months.';
  if (until <= nowMs) return 'It has ended.';
  if (!(from < END_MS) || (until !== Infinity && until > END_MS)) return 'Its times are not in the years 2000 to 2100.';
  return from < until ? undefined : 'It ends before it starts.';
}

function checkSingle({ place, name, start, end, replaces }: Single, nowMs: number, report: Report): boolean {
  const reason = whyNotSingle(start, end, nowMs);
  if (reason !== undefined) report.add(place, 'dropped', name, reason);
  else report.add(place, 'kept', name, replaces ? 'It is an override.' : 'It is an override, or a layer for its time.');
  return reason === undefined;
}

function whyNotSingle(start: number, end: number, nowMs: number): string | undefined {
  if (!(start < end)) return 'It ends before it starts.';
  if (end <= nowMs) return 'It has ended.';
  if (start < Date.UTC(2000) || end > END_MS) return 'Its times are not in the years 2000 to 2100.';
  return end - start > MAX_SINGLE_MS ? 'It is longer than ten years.' : undefined;
}
