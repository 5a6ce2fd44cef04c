import {
  AGEING_MS,
  type IssueEvent,
  type IssueState,
  type Lifecycle,
  type Outcome,
  type Reason,
  type SnoozeCondition,
  type Trigger,
} from './lifecycle.js';

/** The lifecycle of a new issue. */
export function startLifecycle(at: Date): Lifecycle {
  return {
    state: 'new',
    isRegression: false,
    isEscalating: false,
    regressedRelease: null,
    assigneeId: null,
    resolution: null,
    snooze: null,
    reason: 'first_event',
    changedAt: at,
    dueAt: new Date(at.getTime() + AGEING_MS),
  };
}

/** The whole state machine of issues: the effect of a trigger on an issue at a time. */
export function transition(issue: Lifecycle, trigger: Trigger, at: Date): Outcome {
  switch (trigger.kind) {
    case 'resolve':
      return resolve(issue, trigger, at);
    case 'ignore':
      if (issue.state === 'ignored') return UNCHANGED;
      if (issue.state !== 'new' && issue.state !== 'ongoing') return REFUSED;
      return changed(enter(issue, 'ignored', 'ignored', at, { isEscalating: false }));
    case 'snooze':
      return snooze(issue, trigger, at);
    case 'reopen':
      if (issue.state === 'ongoing') return UNCHANGED;
      if (issue.state === 'new') return REFUSED;
      return changed(enter(issue, 'ongoing', 'reopened', at, { isEscalating: false }));
    case 'assign':
      return assign(issue, trigger.userId, at);
    case 'comment':
      return becomeOngoing(issue, 'commented', at);
    case 'link_ticket':
      return becomeOngoing(issue, 'ticket_linked', at);
    case 'age':
      return age(issue, at);
    case 'wake':
      return wake(issue, trigger.by, at);
    case 'regress': {
      if (issue.state !== 'resolved') return UNCHANGED;
      const regression = { isRegression: true, regressedRelease: trigger.release || null };
      return changed(enter(issue, 'ongoing', 'regressed', at, regression), 'issue.regressed');
    }
    case 'escalate': {
      if (issue.isEscalating || (issue.state !== 'new' && issue.state !== 'ongoing')) return UNCHANGED;
      const dueAt = issue.dueAt ?? new Date(at.getTime() + AGEING_MS);
      return changed({ ...issue, isEscalating: true, dueAt }, 'issue.escalating');
    }
    case 'absorb':
      return issue.state === 'resolved' ? changed(enter(issue, 'ongoing', 'merged', at)) : UNCHANGED;
  }
}

const UNCHANGED: Outcome = { kind: 'unchanged' };
const REFUSED: Outcome = { kind: 'refused' };

const changed = (next: Lifecycle, event?: IssueEvent): Outcome => ({ kind: 'changed', next, ...(event && { event }) });

/** Enters a state and clears the fields that belong only to the previous one. */
function enter(
  issue: Lifecycle,
  state: IssueState,
  reason: Reason,
  at: Date,
  changes: Partial<Lifecycle> = {},
): Lifecycle {
  return { ...issue, state, reason, changedAt: at, resolution: null, snooze: null, dueAt: null, ...changes };
}

function resolve(issue: Lifecycle, trigger: Extract<Trigger, { kind: 'resolve' }>, at: Date): Outcome {
  if (issue.state === 'resolved') return UNCHANGED;
  const { in: kind, release, by } = trigger;
  const resolution = { kind, ...(release !== undefined && { release }), by, at: at.toISOString() };
  const flags = { isRegression: false, isEscalating: false, regressedRelease: null };
  return changed(enter(issue, 'resolved', 'resolved', at, { resolution, ...flags }), 'issue.resolved');
}

function snooze(issue: Lifecycle, trigger: Extract<Trigger, { kind: 'snooze' }>, at: Date): Outcome {
  if (issue.state === 'snoozed') return UNCHANGED;
  if (issue.state === 'resolved') return REFUSED;
  const { condition, by } = trigger;
  const own = { snooze: { condition, since: at.toISOString(), by }, dueAt: dueTime(condition), isEscalating: false };
  return changed(enter(issue, 'snoozed', 'snoozed', at, own));
}

const dueTime = (condition: SnoozeCondition): Date | null => ('until' in condition ? new Date(condition.until) : null);

function assign(issue: Lifecycle, userId: string | null, at: Date): Outcome {
  if (issue.assigneeId === userId) return UNCHANGED;
  const assigned = { ...issue, assigneeId: userId };
  return changed(userId !== null && issue.state === 'new' ? leaveNew(assigned, 'assigned', at) : assigned);
}

function becomeOngoing(issue: Lifecycle, reason: Reason, at: Date): Outcome {
  return issue.state === 'new' ? changed(leaveNew(issue, reason, at)) : UNCHANGED;
}

/** An escalation lasts as long as it would have in the state new. */
function leaveNew(issue: Lifecycle, reason: Reason, at: Date): Lifecycle {
  return enter(issue, 'ongoing', reason, at, { dueAt: issue.isEscalating ? issue.dueAt : null });
}

function age(issue: Lifecycle, at: Date): Outcome {
  if (issue.dueAt === null || issue.dueAt > at) return UNCHANGED;
  if (issue.state === 'snoozed') return wake(issue, 'expired', at);
  if (issue.state === 'new') return changed(enter(issue, 'ongoing', 'aged', at, { isEscalating: false }));
  return changed({ ...issue, isEscalating: false, dueAt: null });
}

function wake(issue: Lifecycle, by: Extract<Trigger, { kind: 'wake' }>['by'], at: Date): Outcome {
  if (issue.state !== 'snoozed') return UNCHANGED;
  const next = enter(issue, 'ongoing', `snooze_${by}`, at);
  if (by !== 'escalated') return changed(next);
  const dueAt = new Date(at.getTime() + AGEING_MS);
  return changed({ ...next, isEscalating: true, dueAt }, 'issue.escalating');
}
