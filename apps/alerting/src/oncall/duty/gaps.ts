import type { Members } from '../members.repository.js';
import type { Interval, Plan } from '../resolver/index.js';

export interface Gap extends Interval {
  readonly reason: 'uncovered' | 'member_left';
}

/** Times of a plan without a user on duty, because no layer covers them or because the users are no longer members. */
export function findGaps({ shifts, gaps }: Plan, members: Members): Gap[] {
  const abandoned = shifts.filter(({ users }) => !users.some((user) => members.has(user)));
  const all = [
    ...gaps.map(({ start, end }) => ({ start, end, reason: 'uncovered' as const })),
    ...abandoned.map(({ start, end }) => ({ start, end, reason: 'member_left' as const })),
  ].sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number; reason: Gap['reason'] }[] = [];
  for (const gap of all) {
    const last = merged.at(-1);
    if (last?.end === gap.start && last.reason === gap.reason) last.end = gap.end;
    else merged.push(gap);
  }
  return merged;
}
