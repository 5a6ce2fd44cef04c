import type { Issue, IssuesSnoozeRequest } from '../../gen/api.js';

export type SnoozeCondition = Omit<IssuesSnoozeRequest, 'expected_version'>;

/** A change of the status or the assignee of one issue. */
export type TriageAction =
  | { readonly kind: 'resolve'; readonly inNextRelease?: boolean }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'snooze'; readonly until: SnoozeCondition }
  /** Without an ID, nobody is the assignee. */
  | { readonly kind: 'assign'; readonly userId: string | undefined };

type Triaged = Pick<Issue, 'status' | 'assignee_id'>;

/** Statuses from which an action is possible. */
const FROM: Readonly<Record<Exclude<TriageAction['kind'], 'assign'>, readonly string[]>> = {
  resolve: ['new', 'ongoing', 'snoozed', 'ignored'],
  ignore: ['new', 'ongoing'],
  snooze: ['new', 'ongoing', 'ignored'],
  reopen: ['resolved', 'ignored', 'snoozed'],
};

/** Why an issue with this status cannot be changed so; undefined if it can. */
export function refuse(kind: TriageAction['kind'], status: string): string | undefined {
  if (kind === 'assign' || FROM[kind].includes(status)) return undefined;
  if (kind === 'reopen') return 'The issue is open.';
  return `The issue is ${status}. Reopen it first.`;
}

/** The action after which the issue is as it was before, except that new ones become ongoing; undefined if there is none. */
export function toUndo(action: TriageAction, before: Triaged): TriageAction | undefined {
  if (action.kind === 'assign') return { kind: 'assign', userId: before.assignee_id };
  if (action.kind === 'reopen') return before.status === 'ignored' ? { kind: 'ignore' } : undefined;
  return before.status === 'new' || before.status === 'ongoing' ? { kind: 'reopen' } : undefined;
}

/** The change as a sentence, after it was made. */
export function describeDone(action: TriageAction, nameOf: (id: string | undefined) => string): string {
  switch (action.kind) {
    case 'resolve':
      return action.inNextRelease === true ? 'Resolved in the next release.' : 'Resolved.';
    case 'ignore':
      return 'Ignored.';
    case 'reopen':
      return 'Reopened.';
    case 'snooze':
      return `Snoozed ${describeCondition(action.until)}.`;
    case 'assign':
      return action.userId === undefined ? 'Nobody is assigned now.' : `Assigned to ${nameOf(action.userId)}.`;
  }
}

export function describeCondition(until: SnoozeCondition): string {
  if (until.for !== undefined) return `for ${until.for}`;
  if (until.occurrences !== undefined) return `until ${until.occurrences} more events`;
  if (until.users !== undefined) return `until ${until.users} more persons are affected`;
  return until.escalating === true ? 'until it escalates' : 'until a member reopens it';
}

export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

/** The differences between the issue that the user saw and its current state. */
export function compareIssues(
  before: Issue,
  now: Issue,
  nameOf: (id: string | undefined) => string,
): readonly Difference[] {
  const all: readonly Difference[] = [
    { name: 'Status', before: before.status, now: now.status },
    { name: 'Assignee', before: nameOf(before.assignee_id), now: nameOf(now.assignee_id) },
    { name: 'Reason', before: before.reason?.text ?? '', now: now.reason?.text ?? '' },
    { name: 'Regression', before: toWord(before.is_regression), now: toWord(now.is_regression) },
    { name: 'Escalating', before: toWord(before.is_escalating), now: toWord(now.is_escalating) },
    { name: 'Version', before: String(before.version), now: String(now.version) },
  ];
  return all.filter((each) => each.before !== each.now);
}

function toWord(isSo: boolean): string {
  return isSo ? 'yes' : 'no';
}
