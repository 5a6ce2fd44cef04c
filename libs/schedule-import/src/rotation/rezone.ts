import type { Report } from '../model/report.js';
import { MINUTE_MS, wallAt, zonesAgree } from '../model/zone.js';
import type { Track } from './draft.js';
import { shifted } from './windows.js';

/** The track by the clocks of the zone of its schedule. Reports it if clocks of the two zones change on different days. */
export function rezoned(track: Track, zone: string, nowMs: number, report: Report): Track {
  if (track.zone === zone) return track;
  const at = Math.max(nowMs, track.from);
  if (!zonesAgree(track.zone, zone, at))
    report.add(
      track.place,
      'changed',
      `time zone of ${track.name}`,
      `A schedule has one time zone: times of ${track.zone} are times of ${zone} that are the same now, and differ by an hour while only one of them has daylight saving time.`,
    );
  const distance = wallAt(at, zone) - wallAt(at, track.zone);
  return {
    ...track,
    zone,
    origin: track.origin + distance,
    windows: shifted(track.windows, distance / MINUTE_MS),
  };
}
