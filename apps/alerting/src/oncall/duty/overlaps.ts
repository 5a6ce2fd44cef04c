import { duties, intersect, union, type Duty, type Interval } from '../resolver/index.js';
import type { PlannedSchedule } from './plans.service.js';

export interface Overlap extends Interval {
  readonly userId: string;
  readonly scheduleId: string;
  readonly scheduleName: string;
}

/** Times at which users of a schedule are also on duty in another one. */
export function findOverlaps(
  own: ReadonlyMap<string, readonly Duty[]>,
  { scheduleId, scheduleName, shifts }: PlannedSchedule,
): Overlap[] {
  return Array.from(Map.groupBy(duties(shifts), ({ userId }) => userId)).flatMap(([userId, busy]) =>
    intersect(union(own.get(userId) ?? []), union(busy)).map((both) => ({ ...both, userId, scheduleId, scheduleName })),
  );
}
