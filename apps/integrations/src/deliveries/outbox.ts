import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isId, type Channel, type Prisma, type Transaction } from '@svc/relational';
import type { Notification, Severity } from '../compose/notification.js';
import { redactNotification } from '../compose/redact-notification.js';
import { toStoredNotification } from '../compose/stored-notification.js';
import { channelReceivers } from './receivers.js';

const URGENCY = { critical: 0, warning: 1, info: 2 } as const;

/** Channel and contact method of a delivery. */
export interface Target {
  readonly channel: Pick<Channel, 'id' | 'projectId' | 'name' | 'type' | 'isEnabled' | 'config'>;
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
  /** Whether the limits of its receivers have let it go already. */
  readonly isAdmitted?: boolean;
}

/** Creates deliveries in the caller's transaction. */
@Injectable()
export class Outbox {
  /**
   * A channel that sends to several addresses gets a delivery for each. Deliveries that are not to be sent are created as well, so that
   * their receipt says why.
   */
  async add(tx: Transaction, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    const data = deliveries.flatMap((delivery) => toRows(delivery, now));
    await tx.delivery.createMany({ data, skipDuplicates: true });
  }
}

function toRows({ channel, contact, notification, ...more }: NewDelivery, now: Date): Prisma.DeliveryCreateManyInput[] {
  const row = {
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
    ...(more.dedupeKey !== undefined && { dedupeKey: more.dedupeKey }),
    ...(more.isAdmitted === true && { admittedAt: now }),
    wantedSince: more.wantedSince ?? null,
    silenceIds: [...(more.silenceIds ?? [])],
    ...initialState(channel, more, now),
  };
  if (contact) {
    const { userId, methodId } = contact;
    const receiver = methodId === null ? null : `contact/${methodId}`;
    return [{ ...row, eventId: `${more.eventId}/${methodId ?? userId}`, userId, contactMethodId: methodId, receiver }];
  }
  return channelReceivers(channel).map(({ recipient, key }, nth) => ({
    ...row,
    eventId: nth === 0 || recipient === null ? more.eventId : `${more.eventId}/${shortHash(recipient)}`,
    recipient,
    receiver: key,
  }));
}

const shortHash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32);

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
