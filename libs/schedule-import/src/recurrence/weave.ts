import type { Place, Report } from '../model/report.js';
import { MINUTE_MS, momentAt, wallAt } from '../model/zone.js';
import type { Single, Track } from '../rotation/draft.js';
import { withoutHoles, type TrackWithHoles } from './holes.js';
import { keyOf, slotOf, type Series } from './series.js';

/** Times of a track that may be left out, which divide it. */
const MAX_CUTS = 20;

export interface Woven {
  readonly tracks: Track[];
  readonly singles: Single[];
  /** The place of the track that has the turns of the series at a place. */
  readonly homes: ReadonlyMap<Place, Place>;
}

/** The span in which a series has its turn of a rotation. */
interface Member {
  readonly series: Series;
  readonly slot: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes rotations of series: those that repeat after the same time, and whose turns are beside each other, take turns. Where a series
 * starts, ends or leaves out a time, the rotation is divided.
 */
export function weave(sources: readonly Series[], nowMs: number, report: Report): Woven {
  const current = sources.filter((series) => {
    const isOver = (series.until ?? Infinity) <= nowMs;
    if (isOver) report.add(series.place, 'dropped', series.name, 'It has ended.');
    return !isOver;
  });
  const groups = Map.groupBy(current, keyOf);
  const all = [...groups.values()].flatMap(lanes);
  const found = all.map((lane) => toTracks(lane, nowMs, report));
  return {
    tracks: found.flatMap(({ tracks }) => tracks),
    singles: found.flatMap(({ singles }) => singles),
    homes: new Map(
      all.flatMap((lane) => lane.map(({ series }) => [series.place, lane[0]?.series.place ?? ''] as const)),
    ),
  };
}

/** Rotations in which no two series have the same turn. */
function lanes(group: readonly Series[]): Member[][] {
  const found: Member[][] = [];
  for (const series of group) {
    const member = memberOf(series);
    const lane = found.find((members) =>
      members.every(({ slot, start, end }) => slot !== member.slot || start >= member.end || end <= member.start),
    );
    if (lane) lane.push(member);
    else found.push([member]);
  }
  return found;
}

/** A series has its turn until the one after its last would begin, and from the end of the one before its first. */
function memberOf(series: Series): Member {
  const { zone, unit, every, from, until, turn } = series;
  const lengthMs = unit * MINUTE_MS;
  const begins = (at: number): number => turn + Math.floor((wallAt(at, zone) - turn) / lengthMs) * lengthMs;
  const isFirst = momentAt(begins(from), zone) === from;
  const start = isFirst && every > 1 ? momentAt(begins(from) - (every - 1) * lengthMs, zone) : from;
  if (until === undefined) return { series, slot: slotOf(series), start, end: Infinity };
  const end = begins(until - 1) + lengthMs;
  const isLast = momentAt(end, zone) === until && every > 1;
  return { series, slot: slotOf(series), start, end: isLast ? momentAt(end + (every - 1) * lengthMs, zone) : until };
}

function toTracks(lane: readonly Member[], nowMs: number, report: Report): { tracks: Track[]; singles: Single[] } {
  const [first] = lane;
  if (!first) return { tracks: [], singles: [] };
  const { name, place, level, zone, unit, every, turn, windows } = first.series;
  for (const { series } of lane.slice(1))
    report.add(series.place, 'kept', series.name, `It takes turns with ${name}, in the same layer.`);
  const cuts = cutsOf(lane, nowMs, report);
  const spans = spansOf(lane, cuts).filter(({ end }) => end > nowMs);
  const divided = spans.map((span): TrackWithHoles => {
    const users = Array.from({ length: every }, (_, number) => {
      const slot = (first.slot + number) % every;
      return lane.find((member) => member.slot === slot && member.start <= span.start && member.end > span.start)
        ?.series.person;
    });
    const until = span.end === Infinity ? undefined : span.end;
    const length = { unit: 'minutes', count: unit } as const;
    return { name, place, level, zone, users, length, origin: turn, from: span.start, until, windows };
  });
  const found = divided.map((track) => withoutHoles(track, nowMs, report));
  return { tracks: found.flatMap(({ tracks }) => tracks), singles: found.flatMap(({ singles }) => singles) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Times left out that have not ended. */
function cutsOf(lane: readonly Member[], nowMs: number, report: Report): Span[] {
  const all = lane.flatMap(({ series }) => series.without.map((cut) => ({ series, cut })));
  const current = all.filter(({ cut }) => cut.end > nowMs).sort((a, b) => a.cut.start - b.cut.start);
  for (const { series } of current.slice(MAX_CUTS))
    report.add(series.place, 'changed', series.name, `Only the next ${MAX_CUTS} times that are left out are.`);
  return current.slice(0, MAX_CUTS).map(({ cut }) => cut);
}

/** The spans between changes of the members, without the cuts. */
function spansOf(lane: readonly Member[], cuts: readonly Span[]): Span[] {
  const from = Math.min(...lane.map(({ series }) => series.from));
  const until = Math.max(...lane.map(({ series }) => series.until ?? Infinity));
  const edges = [...lane, ...cuts].flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < until);
  const bounds = [...new Set([from, ...edges, until])].sort((a, b) => a - b);
  return bounds
    .slice(0, -1)
    .map((start, index) => ({ start, end: bounds[index + 1] ?? Infinity }))
    .filter((span) => !cuts.some(({ start, end }) => start <= span.start && span.end <= end));
}
