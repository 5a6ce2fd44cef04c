import type { Interval, Override, Schedule, Shift } from './schedule.js';
import { planSteps } from './shifts.js';
import { finish } from './steps.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Spans that are planned one after the other until they contain the end of what is on now and what follows. */
const HORIZONS_MS = [6 * HOUR_MS, 2 * DAY_MS, 32 * DAY_MS, 400 * DAY_MS];
/** A span with more shifts is the last one that is planned, because looking at a longer one would hold the event loop. */
const MAX_SHIFTS = 1_000;

/** A user on duty, and why. */
export interface Duty extends Interval {
  readonly userId: string;
  readonly source: 'layer' | 'override';
  readonly layer: string;
}

export interface OnDuty {
  /**
   * Users on duty at the time. `end` is Infinity if it is more than 400 days away (32 days for a schedule with many
   * shifts).
   */
  readonly users: readonly Duty[];
  /** Users on duty after the next change of users, from the first time that has any. */
  readonly next: readonly Duty[];
}

/** Resolves who is on duty at a time and who follows, in steps between which other work can run. */
export function* onDutySteps(
  schedule: Schedule,
  overrides: readonly Override[],
  atMs: number,
): Generator<void, OnDuty> {
  let found: OnDuty = { users: [], next: [] };
  for (const horizon of HORIZONS_MS) {
    const span = { start: atMs, end: atMs + horizon };
    const { shifts } = yield* planSteps(schedule, overrides, span);
    found = resolve(shifts, span);
    const isComplete = found.next.length > 0 && [...found.users, ...found.next].every(({ end }) => end !== Infinity);
    if (isComplete || shifts.length > MAX_SHIFTS) break;
  }
  return found;
}

/** Computes `onDutySteps` without yielding. */
export function onDuty(schedule: Schedule, overrides: readonly Override[], atMs: number): OnDuty {
  return finish(onDutySteps(schedule, overrides, atMs));
}

/** Duties of each user in a plan; consecutive turns with the same reason are one. */
export function duties(shifts: readonly Shift[]): Duty[] {
  const found: { -readonly [Key in keyof Duty]: Duty[Key] }[] = [];
  const open = new Map<string, (typeof found)[number]>();
  for (const { start, end, users, source, layer } of shifts) {
    for (const userId of users) {
      const key = `${source} ${userId} ${layer}`;
      const last = open.get(key);
      if (last?.end === start) {
        last.end = end;
        continue;
      }
      const duty = { start, end, userId, source, layer };
      open.set(key, duty);
      found.push(duty);
    }
  }
  return found;
}

function resolve(shifts: readonly Shift[], span: Interval): OnDuty {
  const all = duties(shifts).map((duty) => (duty.end === span.end ? { ...duty, end: Infinity } : duty));
  const current = shifts.filter(({ start }) => start === span.start).flatMap(({ users }) => users);
  const following = findChange(shifts, current, span.start);
  return {
    users: all.filter(({ start }) => start === span.start),
    next: following ? all.filter(({ start, end }) => start <= following.start && end > following.start) : [],
  };
}

/** The first shift after a change of the users on duty; a gap is a change. */
function findChange(shifts: readonly Shift[], current: readonly string[], from: number): Shift | undefined {
  let reached = from;
  for (const shift of shifts) {
    const isSame = shift.users.length === current.length && shift.users.every((user) => current.includes(user));
    if (shift.start > reached || (shift.start > from && !isSame)) return shift;
    reached = shift.end;
  }
  return undefined;
}
