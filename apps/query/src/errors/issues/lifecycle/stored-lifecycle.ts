import { Prisma, type Issue } from '@svc/relational';
import type { Lifecycle, Resolution, Snooze } from './lifecycle.js';

/** Whether an issue in this state needs attention. */
export const isOpen = (state: string): boolean => state === 'new' || state === 'ongoing';

/** The lifecycle of a stored issue. */
export function toLifecycle(issue: Issue): Lifecycle {
  const { isRegression, isEscalating, regressedRelease, assigneeId, changedAt, dueAt } = issue;
  return {
    state: issue.state as Lifecycle['state'],
    reason: issue.reason as Lifecycle['reason'],
    // The columns only hold values that toColumns() wrote.
    resolution: issue.resolution as Resolution | null,
    snooze: issue.snooze as Snooze | null,
    isRegression,
    isEscalating,
    regressedRelease,
    assigneeId,
    changedAt,
    dueAt,
  };
}

export function toColumns({ resolution, snooze, ...same }: Lifecycle) {
  return { ...same, resolution: toJson(resolution), snooze: toJson(snooze) };
}

function toJson(value: object | null) {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}
