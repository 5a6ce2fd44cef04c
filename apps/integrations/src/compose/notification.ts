import type { JsonObject } from '@svc/contract';

export type Severity = 'critical' | 'warning' | 'info';

/**
 * State of the subject: receivers with a state of their own open, acknowledge and resolve by it. `update` is news about
 * a subject whose state stays the same, such as a comment; `information` has no state.
 */
export type Status = 'open' | 'acknowledged' | 'resolved' | 'update' | 'information';

/** One line of facts. A time is shown in the time zone of the channel. */
export interface Fact {
  readonly label: string;
  readonly value: string | Date;
}

/** A notification in a form that every type of channel can show. It contains no secrets and no personal data. */
export interface Notification {
  /** Type of the event, e.g. `issue.new`. */
  readonly type: string;
  /** Subject, e.g. `issue/<id>`: receivers group notifications by subject. */
  readonly subject: string;
  readonly status: Status;
  readonly severity: Severity;
  readonly occurredAt: Date;
  readonly projectId: string;
  readonly projectName: string;
  /** One line that describes the event: `New issue: TypeError: x is not a function`. */
  readonly title: string;
  /** Since when, who is affected, where: most important first. */
  readonly facts: readonly Fact[];
  /** Address of a page about the subject. */
  readonly url?: string;
  /** The command to run next. */
  readonly command?: string;
  /** Number of notifications that this one replaces. */
  readonly more?: number;
  /** For programs: the `data` of a webhook. */
  readonly data: JsonObject;
}
