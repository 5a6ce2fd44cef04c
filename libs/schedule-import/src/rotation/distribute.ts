import type { Report } from '../model/report.js';
import { zonesAgree } from '../model/zone.js';
import type { Draft, Single, Track } from './draft.js';
import { isSingle, meet, withoutMeetings, type Part } from './overlap.js';
import { rezoned } from './rezone.js';

/** A schedule of ours before it is written: of its parts, the last one that covers a time is on duty; overrides win over all. */
export interface Plan {
  readonly zone: string;
  readonly layers: readonly Part[];
  readonly overrides: readonly Single[];
  /** The part that gives a schedule beside the first one its name. */
  readonly head?: Part | undefined;
}

/**
 * Distributes what is on duty at the same time among schedules, because a schedule of ours has the people of one layer on duty. All
 * schedules together have the people on duty whom the source has.
 */
export function distribute({ zone, tracks, singles, isExclusive }: Draft, nowMs: number, report: Report): Plan[] {
  const added = singles.filter(({ replaces }) => !replaces);
  const parts: Part[] = [...tracks, ...added];
  const levels = [...new Set(parts.map(({ level }) => level))].sort((a, b) => a - b);
  if (isExclusive) return [{ zone, layers: tracks.map((track) => rezoned(track, zone, nowMs, report)), overrides: [] }];
  if (levels.length > 1) return leveled(parts.map(inZone(zone, nowMs, report)), levels, zone);
  return byZone(tracks, zone, nowMs).flatMap((group, index) => {
    const members = [...group.tracks.map(inZone(group.zone, nowMs, report)), ...(index === 0 ? added : [])];
    return withoutMeetings(members, group.zone).map((found) => withOverrides(found, group.zone));
  });
}

function inZone(zone: string, nowMs: number, report: Report): (part: Part) => Part {
  return (part) => (isSingle(part) ? part : rezoned(part, zone, nowMs, report));
}

/** Tracks of a zone whose clocks change on other days are in a schedule of that zone. There is always the group of the given zone. */
function byZone(tracks: readonly Track[], zone: string, nowMs: number): { zone: string; tracks: Track[] }[] {
  const groups: { zone: string; tracks: Track[] }[] = [{ zone, tracks: [] }];
  for (const track of tracks) {
    const group = groups.find((candidate) => zonesAgree(candidate.zone, track.zone, nowMs));
    if (group) group.tracks.push(track);
    else groups.push({ zone: track.zone, tracks: [track] });
  }
  return groups;
}

/** Single times are overrides unless a layer wins over them. A schedule has layers, so the first one is a layer if there are no others. */
function withOverrides(parts: readonly Part[], zone: string, head: Part | undefined = parts[0]): Plan {
  const layers: Part[] = [];
  const overrides: Single[] = [];
  for (const part of parts.toReversed())
    if (isSingle(part) && !layers.some((later) => meet(part, later, zone))) overrides.unshift(part);
    else layers.unshift(part);
  return layers.length > 0
    ? { zone, layers, overrides, head }
    : { zone, layers: overrides.slice(0, 1), overrides: overrides.slice(1), head };
}

/**
 * Each schedule has all parts, ordered by level. Of those of a level that are on duty at the same time, another one is the last of its
 * level in each schedule. A time at which only parts of a lower level are in the source is so covered by the same people everywhere.
 */
function leveled(parts: readonly Part[], levels: readonly number[], zone: string): Plan[] {
  const groups = levels.map((level) =>
    withoutMeetings(
      parts.filter((part) => part.level === level),
      zone,
    ),
  );
  const count = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: count }, (_, nth) => {
    const layers = groups.flatMap((group) => {
      const top = Math.min(nth, group.length - 1);
      return [...group.filter((_members, index) => index !== top), group[top] ?? []].flat();
    });
    return withOverrides(layers, zone, groups.find(({ length }) => length > nth)?.[nth]?.[0]);
  });
}

/** Whether an override that replaces other parts is also on duty at the time of this one. */
export function hides(override: Single, part: Part, zone: string): boolean {
  return override.replaces?.length !== 0 && !override.replaces?.includes(part.place) && meet(override, part, zone);
}
