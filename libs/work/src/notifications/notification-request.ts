import { isId, readJson, writeJson, type DomainEvent, type Prisma, type Transaction } from '@svc/relational';
import { recordEvents, type NewDomainEvent } from '../events/record-event.js';
import { nextPositions, type Subject } from './position.js';
import type { WithdrawalReason } from './withdrawal.js';

export type Severity = 'critical' | 'warning' | 'info';

/** `page` requests an immediate response from a responder; the others are the events of the same names. */
export type RequestedType =
  | `alert.${'firing' | 'acknowledged' | 'resolved'}`
  | `incident.${'created' | 'acknowledged' | 'resolved' | 'reopened' | 'commented'}`
  | `anomaly.${'opened' | 'resolved'}`
  | 'page';

/**
 * The known facts about the subject. The message is composed of the fields below that are present; a webhook gets all of them as its
 * `data`. The same fields are the `data` of domain events of these types. Detected personal data and credentials
 * are redacted before a notification is stored.
 */
export interface NotificationContent {
  /** Name of the alert's rule, title of the incident, or what is unusual. */
  readonly title: string;
  readonly severity: Severity;
  /** RFC 3339: when it began, which is not when the notification was requested. */
  readonly since?: string;
  /** One sentence: the value and its threshold, or why an incident was opened. */
  readonly summary?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly affected_persons?: number;
  readonly affected_accounts?: number;
  /** The text that a responder wrote. */
  readonly note?: string;
  /** Display name of who acknowledged, resolved or commented; not an e-mail address. */
  readonly by?: string;
  /** Level of the escalation policy, from 1: only of pages. */
  readonly level?: number;
  /** Address of the page that shows the subject; its REST resource by default. */
  readonly url?: string;
  /** More for programs, such as labels. */
  readonly [name: string]: Prisma.InputJsonValue | undefined;
}

/** A notification to channels and members of one project. */
export interface NotificationRequest {
  readonly projectId: string;
  /** A receiver gets notifications of one key once: a repeated request results in deliveries that are suppressed as `duplicate`. */
  readonly dedupeKey: string;
  readonly type: RequestedType;
  readonly subject: Subject;
  readonly occurredAt: Date;
  readonly content: NotificationContent;
  /** The most urgent are sent first. A page is critical. */
  readonly urgency: Severity;
  readonly channelIds: readonly string[];
  /** Members, who are reached through their contact methods. */
  readonly userIds: readonly string[];
  /** Not sent, nor repeated, once the notifications of the subject are withdrawn: for pages and for repeats of a firing alert. */
  readonly onlyWhileWanted: boolean;
  /** Nothing is sent; the deliveries say why. For alerts that fire while they are silenced. */
  readonly suppressedBecause?: WithdrawalReason;
}

/** A request as integrations reads it. */
export interface RequestedNotification extends Omit<NotificationRequest, 'onlyWhileWanted'> {
  readonly eventId: string;
  /** Its place among withdrawals; null for a notification that is always wanted. */
  readonly wantedSince: bigint | null;
}

/**
 * Requests a notification in the transaction of the change that causes it: deliveries come into being exactly if the change is committed,
 * within a second. Call it after the row of the subject is locked, so that requests and withdrawals of a subject are in the order of its
 * changes.
 *
 * @throws RangeError if an ID of the request is not valid.
 */
export async function requestNotification(tx: Transaction, request: NotificationRequest): Promise<void> {
  await requestNotifications(tx, [request]);
}

/** Requests several notifications, in their order. */
export async function requestNotifications(tx: Transaction, requests: readonly NotificationRequest[]): Promise<void> {
  if (!requests.every(hasIds)) throw new RangeError('not an ID');
  const positions = await nextPositions(tx, requests.filter(({ onlyWhileWanted }) => onlyWhileWanted).length);
  const events = requests.map(({ projectId, subject, occurredAt, onlyWhileWanted, ...rest }): NewDomainEvent => {
    const wantedSince = onlyWhileWanted ? String(positions.shift()) : null;
    const data = writeJson({ ...rest, wantedSince });
    return { projectId, type: 'notification.requested', subject, occurredAt, data };
  });
  await recordEvents(tx, events);
}

function hasIds({ projectId, channelIds, userIds }: NotificationRequest): boolean {
  return [projectId, ...channelIds, ...userIds].every(isId);
}

/** Reads the request from a domain event of the type `notification.requested`. */
export function readNotificationRequest({
  id,
  projectId,
  subject,
  occurredAt,
  data,
}: DomainEvent): RequestedNotification {
  const { wantedSince, ...rest } = readJson<
    Omit<RequestedNotification, 'wantedSince'> & { readonly wantedSince: string | null }
  >(data);
  return {
    ...rest,
    eventId: id,
    projectId,
    occurredAt,
    subject: subject as Subject,
    wantedSince: wantedSince === null ? null : BigInt(wantedSince),
  };
}
