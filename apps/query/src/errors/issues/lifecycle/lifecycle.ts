/** The part of an issue that its lifecycle decides. */
export interface Lifecycle {
  readonly state: IssueState;
  readonly isRegression: boolean;
  readonly isEscalating: boolean;
  /** Release of the event that regressed the issue. */
  readonly regressedRelease: string | null;
  readonly assigneeId: string | null;
  /** Set exactly while the issue is resolved. */
  readonly resolution: Resolution | null;
  /** Set exactly while the issue is snoozed. */
  readonly snooze: Snooze | null;
  readonly reason: Reason;
  /** Time of the last change of the state. */
  readonly changedAt: Date;
  /** When a condition of time is next due; null without one. */
  readonly dueAt: Date | null;
}

export const ISSUE_STATES = ['new', 'ongoing', 'resolved', 'ignored', 'snoozed'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** Why an issue has its state. */
export type Reason =
  | 'first_event'
  | 'aged'
  | 'assigned'
  | 'commented'
  | 'ticket_linked'
  | 'resolved'
  | 'ignored'
  | 'snoozed'
  | 'reopened'
  | 'regressed'
  | 'snooze_expired'
  | 'snooze_occurrences'
  | 'snooze_users'
  | 'snooze_escalated'
  | 'merged';

/** Stored as JSON, with times as text. */
export interface Resolution {
  readonly kind: 'now' | 'next_release';
  /** The current release at the resolution; absent if there was none or if it is irrelevant. */
  readonly release?: string;
  readonly by: string;
  readonly at: string;
}

export type SnoozeCondition =
  | { readonly until: string }
  | { readonly forever: true }
  | { readonly occurrences: number }
  | { readonly users: number }
  | { readonly escalating: true };

/** Stored as JSON, with times as text. */
export interface Snooze {
  readonly condition: SnoozeCondition;
  /** The start of counting. */
  readonly since: string;
  readonly by: string;
}

/** An action of a user or an observation of the service. */
export type Trigger =
  | { readonly kind: 'resolve'; readonly by: string; readonly in: 'now' | 'next_release'; readonly release?: string }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'snooze'; readonly by: string; readonly condition: SnoozeCondition }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'comment' }
  | { readonly kind: 'link_ticket' }
  /** A condition of time is due. */
  | { readonly kind: 'age' }
  | { readonly kind: 'wake'; readonly by: 'expired' | 'occurrences' | 'users' | 'escalated' }
  /** An event that regresses the issue, see `regresses`. */
  | { readonly kind: 'regress'; readonly release: string }
  | { readonly kind: 'escalate' }
  /** An issue that is not resolved was merged into this one. */
  | { readonly kind: 'absorb' };

export type IssueEvent = 'issue.new' | 'issue.regressed' | 'issue.escalating' | 'issue.resolved';

export type Outcome =
  | { readonly kind: 'changed'; readonly next: Lifecycle; readonly event?: IssueEvent }
  /** The issue is already as the trigger would leave it. */
  | { readonly kind: 'unchanged' }
  /** The state does not allow it. */
  | { readonly kind: 'refused' };

/** Time after which a new issue becomes ongoing and an escalation ends. */
export const AGEING_MS = 7 * 24 * 3_600_000;
