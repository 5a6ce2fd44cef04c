import { coverage } from './coverage.js';
import { intersect, subtract } from './intervals.js';
import { Rotation } from './rotation.js';
import type { Interval, Layer, Override, Schedule, Shift } from './schedule.js';
import { finish } from './steps.js';
import { findZone, type Zone } from './zone.js';

/** Users on duty in a span of time. */
export interface Plan {
  /** Shifts in order of time; one for each turn, so consecutive shifts can have the same user. */
  readonly shifts: readonly Shift[];
  /** Times that neither a layer nor an override covers. */
  readonly gaps: readonly Interval[];
}

/** Plans a span in steps of one layer, between which other work can run. Overrides come first, then layers from the last. */
export function* planSteps(
  { timeZone, layers }: Schedule,
  overrides: readonly Override[],
  span: Interval,
): Generator<void, Plan> {
  const zone = findZone(timeZone);
  const shifts: Shift[] = [];
  let free: readonly Interval[] = span.start < span.end ? [span] : [];
  const relevant = overrides.filter(({ start, end }) => start < span.end && end > span.start);
  for (const { userId, ...override } of relevant.sort(byPrecedence)) {
    const parts = intersect(free, [override]);
    const own = { users: [userId], source: 'override', layer: '', turnStart: override.start } as const;
    shifts.push(...parts.map((part) => ({ ...part, ...own })));
    if (parts.length > 0) free = subtract(free, parts);
  }
  for (const layer of layers.toReversed()) {
    if (free.length === 0) break;
    const parts = intersect(free, coverage(layer, enclosing(free), zone));
    if (parts.length > 0) {
      shifts.push(...turnsWithin(layer, parts, zone));
      free = subtract(free, parts);
    }
    yield;
  }
  return { shifts: shifts.sort((a, b) => a.start - b.start), gaps: free };
}

/** Plans a span at once. */
export function plan(schedule: Schedule, overrides: readonly Override[], span: Interval): Plan {
  return finish(planSteps(schedule, overrides, span));
}

/** Users on duty at a time. */
export function usersAt(schedule: Schedule, overrides: readonly Override[], ms: number): readonly string[] {
  return plan(schedule, overrides, { start: ms, end: ms + 1 }).shifts[0]?.users ?? [];
}

function byPrecedence(a: Override, b: Override): number {
  return b.createdMs - a.createdMs || (a.id < b.id ? 1 : -1);
}

function enclosing(intervals: readonly Interval[]): Interval {
  return { start: intervals[0]?.start ?? 0, end: intervals.at(-1)?.end ?? 0 };
}

function turnsWithin(layer: Layer, parts: readonly Interval[], zone: Zone): Shift[] {
  const rotation = new Rotation(layer, zone);
  const shifts: Shift[] = [];
  let number = rotation.turnAt(parts[0]?.start ?? 0);
  let turn = rotation.turn(number);
  for (const { start, end } of parts) {
    for (let at = start; at < end;) {
      if (turn.end <= at) {
        number = rotation.turnAt(at);
        turn = rotation.turn(number);
      }
      const until = Math.min(turn.end, end);
      const users = rotation.users(number);
      shifts.push({ start: at, end: until, users, source: 'layer', layer: layer.name, turnStart: turn.start });
      at = until;
    }
  }
  return shifts;
}
