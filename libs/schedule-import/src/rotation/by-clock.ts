import { DAY_MINUTES, DAY_MS, hasDaylightSaving, MINUTE_MS, modulo, momentAt, wallAt } from '../model/zone.js';
import type { Track } from './draft.js';
import { isElapsed } from './rotation.js';
import { common, everyDay } from './windows.js';

/**
 * Turns of a part of a day last exactly that long here, and end at the same local time in other products. Where clocks change, they become
 * a track with turns of a day for each part of the day; turns that do not fill a day stay as they are.
 */
export function byClock(track: Track, nowMs: number): Track[] {
  const { users, length, zone, windows, until } = track;
  if (!isElapsed(track) || DAY_MINUTES % length.count !== 0 || users.length < 2) return [track];
  if (!hasDaylightSaving(zone, nowMs)) return [track];
  const parts = DAY_MINUTES / length.count;
  const fromWall = wallAt(track.from, zone);
  return Array.from({ length: parts }, (_, part) => part).flatMap((part): Track[] => {
    const origin = track.origin + part * length.count * MINUTE_MS;
    const into = modulo(fromWall - origin, DAY_MS);
    const isWithin = into < length.count * MINUTE_MS;
    const ofDay = everyDay({ start: modulo(origin, DAY_MS) / MINUTE_MS, duration: length.count });
    const own = common(ofDay, windows);
    const from = isWithin ? track.from : momentAt(fromWall - into + DAY_MS, zone);
    if (!own || from >= (until ?? Infinity)) return [];
    const day = { unit: 'minutes', count: DAY_MINUTES } as const;
    const daily = users.map((user, nth) => users[(part + nth * parts) % users.length] ?? user);
    return [{ ...track, users: daily, length: day, origin, from, windows: own }];
  });
}
