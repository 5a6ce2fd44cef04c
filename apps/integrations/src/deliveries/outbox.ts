import { Injectable } from '@nestjs/common';
import { type Channel, type Transaction, isId } from '@svc/relational';
import type { Notification, Severity } from '../compose/notification.js';
import { redactNotification } from '../compose/redact-notification.js';
import { toStoredNotification } from '../compose/stored-notification.js';

const URGENCY = { critical: 0, warning: 1, info: 2 } as const;

/** Channel and contact method of a delivery. */
export interface Target {
  readonly channel: Pick<Channel, 'id' | 'projectId' | 'name' | 'type' | 'isEnabled'>;
  /** The contact method that gets it through the channel. */
  readonly contact?: { readonly userId: string; readonly methodId: string | null };
  /** Why nothing can be sent there. */
  readonly failure?: string;
}

export interface NewDelivery extends Target {
  readonly notification: Notification;
  /** A receiver gets each event once. */
  readonly eventId: string;
  /** That of the notification by default. */
  readonly urgency?: Severity;
  readonly dedupeKey?: string;
  readonly wantedSince?: bigint | null;
  /** Why it is never sent. */
  readonly suppressedBecause?: string;
  /** The silences, if they are why. */
  readonly silenceIds?: readonly string[];
}

/** Creates deliveries in the caller's transaction. */
@Injectable()
export class Outbox {
  /** Deliveries that are not to be sent are created as well, so that their receipt says why. */
  async add(tx: Transaction, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    const data = deliveries.map(({ channel, contact, notification, ...more }) => ({
      projectId: channel.projectId,
      channelId: channel.id,
      channelName: channel.name,
      channelType: channel.type,
      eventType: notification.type,
      subject: notification.subject,
      ...storedContent(notification),
      urgency: URGENCY[more.urgency ?? notification.severity],
      startedAt: now,
      createdAt: now,
      ...subjectIds(notification.subject),
      eventId: contact ? `${more.eventId}/${contact.methodId ?? contact.userId}` : more.eventId,
      ...(contact && { userId: contact.userId, contactMethodId: contact.methodId }),
      ...(more.dedupeKey !== undefined && { dedupeKey: more.dedupeKey }),
      wantedSince: more.wantedSince ?? null,
      silenceIds: [...(more.silenceIds ?? [])],
      ...initialState(channel, more, now),
    }));
    await tx.delivery.createMany({ data, skipDuplicates: true });
  }
}

function storedContent(notification: Notification) {
  const redacted = redactNotification(notification);
  return { title: redacted.title, notification: toStoredNotification(redacted) };
}

function initialState(
  { isEnabled }: Target['channel'],
  { failure, suppressedBecause }: Pick<NewDelivery, 'failure' | 'suppressedBecause'>,
  now: Date,
) {
  if (suppressedBecause !== undefined) return { status: 'suppressed', reason: suppressedBecause };
  if (failure !== undefined) return { status: 'failed', reason: failure };
  return isEnabled ? { status: 'pending', nextAttemptAt: now } : { status: 'suppressed', reason: 'channel_disabled' };
}

/** The alert or the incident that a subject such as `incident/<id>` names, by which deliveries can be listed. */
export function subjectIds(subject: string): { alertId?: string; incidentId?: string } {
  const [kind, id = ''] = subject.split('/', 2);
  if (!isId(id)) return {};
  return kind === 'alert' ? { alertId: id } : kind === 'incident' ? { incidentId: id } : {};
}
