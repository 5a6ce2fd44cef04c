import type { Scope, SubjectType } from '@svc/investigations';

/** The part of a scope that a subject determines. */
export type SubjectScope = Omit<Scope, 'isWindowGiven'>;

/** A subject that exists. */
export interface FoundSubject {
  readonly type: SubjectType;
  /** Its ID; '' for a question. */
  readonly ref: string;
  readonly scope: SubjectScope;
}

const MINUTE_MS = 60_000;
/** Time before the beginning of a subject that belongs to its window, in which the cause can have shown already. */
export const LEAD_MS = 15 * MINUTE_MS;
/** After this time, a subject that lasts shows mostly its consequences. */
const MAX_MS = 2 * 60 * MINUTE_MS;

/** The window of something that began, and lasts if its end is null. It ends at `now` at the latest. */
export function windowOf(startedAt: Date, endedAt: Date | null, now: number) {
  const begin = Math.min(startedAt.getTime(), now);
  const end = Math.min(endedAt?.getTime() ?? now, begin + MAX_MS, now);
  return { start: begin - LEAD_MS, end: Math.min(Math.max(end, begin + MINUTE_MS), now) };
}
