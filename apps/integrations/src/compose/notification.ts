import type { JsonObject } from '@svc/contract';

export type Severity = 'critical' | 'warning' | 'info';

/**
 * What has become of the subject: receivers that keep a state of their own open, acknowledge and resolve by it. `update` is news about a
 * subject whose state stays, such as a comment; `information` has no state.
 */
export type Status = 'open' | 'acknowledged' | 'resolved' | 'update' | 'information';

/** One line of facts. A time is shown in the time zone of the channel. */
export interface Fact {
  readonly label: string;
  readonly value: string | Date;
}

/** What happened, in a form that every type of channel can show. Without secrets and without personal data. */
export interface Notification {
  /** Type of the event, e.g. `issue.new`. */
  readonly type: string;
  /** What it is about, e.g. `issue/<id>`: receivers fold notifications of one subject. */
  readonly subject: string;
  readonly status: Status;
  readonly severity: Severity;
  readonly occurredAt: Date;
  readonly projectId: string;
  readonly projectName: string;
  /** What happened, in one line: `New issue: TypeError: x is not a function`. */
  readonly title: string;
  /** Since when, who is affected, where: most important first. */
  readonly facts: readonly Fact[];
  /** Where it is shown. */
  readonly url?: string;
  /** The command to run next. */
  readonly command?: string;
  /** How many others the receiver is not told of because of this one. */
  readonly more?: number;
  /** For programs: the `data` of a webhook. */
  readonly data: JsonObject;
}
