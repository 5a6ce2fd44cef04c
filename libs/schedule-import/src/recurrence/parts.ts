import type { Place, Report } from '../model/report.js';
import { wallAt } from '../model/zone.js';
import type { Single, Track } from '../rotation/draft.js';
import { spanOf, toSeries, type DutyEvent } from './event.js';
import { HORIZON_MS } from './holes.js';
import { occurrences, type Rule } from './rule.js';
import type { Series } from './series.js';
import { weave } from './weave.js';

/** What events are here, and the place of the track that has the times of each event. */
export interface Parts {
  readonly tracks: Track[];
  readonly singles: Single[];
  readonly homes: ReadonlyMap<Place, Place>;
}

/** Makes rotations and single times of duty of events. */
export function toParts(events: readonly DutyEvent[], nowMs: number, report: Report): Parts {
  const all: Series[] = [];
  const singles: Single[] = [];
  const take = (): void => report.take();
  for (const event of events) {
    if (event.minutes <= 0) {
      report.add(event.place, 'dropped', event.name, 'It ends before it starts.');
      continue;
    }
    const { rule } = event;
    const series = rule && toSeries(event, rule, take);
    if (series) all.push(series);
    else singles.push(...(rule ? each(event, rule, nowMs, report) : [singleOf(event, event.start)]));
  }
  const woven = weave(all, nowMs, report);
  return { tracks: woven.tracks, singles: [...singles, ...woven.singles], homes: woven.homes };
}

function singleOf({ name, place, level, person, minutes, zone }: DutyEvent, wall: number): Single {
  return { name, place, level, person, ...spanOf(wall, minutes, zone) };
}

/** The times of the coming year, of a rule that no layer has. */
function each(event: DutyEvent, rule: Rule, nowMs: number, report: Report): Single[] {
  const [first, end] = [wallAt(nowMs, event.zone) - event.minutes * 60_000, wallAt(nowMs + HORIZON_MS, event.zone)];
  const without = new Set(event.without);
  const found: Single[] = [];
  for (const wall of occurrences(event.start, rule, first, () => report.take())) {
    if (wall > end) break;
    if (wall >= first && !without.has(wall)) found.push(singleOf(event, wall));
  }
  report.add(
    event.place,
    found.length > 0 ? 'changed' : 'dropped',
    event.name,
    found.length > 0
      ? `No layer repeats like this: its times are overrides, until ${new Date(end).toISOString().slice(0, 10)} at most.`
      : 'It has no time in the coming year.',
  );
  return found.filter((single) => single.end > nowMs);
}
