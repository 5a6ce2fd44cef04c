import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import type { Channel, DomainEvent, Transaction } from '@svc/relational';
import { readNotificationRequest, type RequestedNotification } from '@svc/work';
import { EventNotifications } from '../compose/event-notifications.js';
import { ContactMethodsRepository } from '../contacts/contact-methods.repository.js';
import type { NewDelivery, Target } from '../deliveries/outbox.js';
import { findEarlierReceivers } from './earlier-receivers.js';
import { memberTargets } from './member-targets.js';

/** Turns requests into deliveries: one for each channel and for each contact method of each member. */
@Injectable()
export class RequestedNotifications {
  constructor(
    private readonly contactMethods: ContactMethodsRepository,
    private readonly notifications: EventNotifications,
  ) {}

  /** @returns the deliveries of each event, by its ID. */
  async deliveries(tx: Transaction, events: readonly DomainEvent[]): Promise<ReadonlyMap<string, NewDelivery[]>> {
    const deliveries = new Map<string, NewDelivery[]>();
    if (events.length === 0) return deliveries;
    const requests = events.map(readNotificationRequest);
    const earlier = await findEarlierReceivers(tx, requests);
    for (const [projectId, ofProject] of Map.groupBy(requests, (request) => request.projectId)) {
      const channels = await tx.channel.findMany({
        where: { projectId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      const userIds = [...new Set(ofProject.flatMap((request) => request.userIds))];
      const members = await this.contactMethods.membersOf(tx, projectId, userIds);
      for (const request of ofProject) {
        const targets = [
          ...[...new Set(request.channelIds)].map((id) => channelTarget(projectId, id, channels)),
          ...[...new Set(request.userIds)].flatMap((id) => memberTargets(projectId, id, members, channels)),
        ];
        deliveries.set(request.eventId, await this.#toDeliveries(request, targets, earlier));
      }
    }
    return deliveries;
  }

  async #toDeliveries(
    request: RequestedNotification,
    targets: readonly Target[],
    earlier: Awaited<ReturnType<typeof findEarlierReceivers>>,
  ): Promise<NewDelivery[]> {
    const { type, subject, projectId, occurredAt, dedupeKey, eventId, urgency, wantedSince } = request;
    const data = { ...request.content, dedupe_key: dedupeKey } as JsonObject;
    const notification = await this.notifications.create({ type, subject, projectId, occurredAt, data });
    return targets.map((target) => {
      const suppressedBecause = request.suppressedBecause ?? (earlier.has(request, target) ? 'duplicate' : undefined);
      if (suppressedBecause === undefined) earlier.add(request, target);
      return {
        ...target,
        notification,
        eventId,
        urgency,
        dedupeKey,
        wantedSince,
        ...(suppressedBecause !== undefined && { suppressedBecause }),
        ...(suppressedBecause === 'silenced' && { silenceIds: toTexts(request.content['silence_ids']) }),
      };
    });
  }
}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function channelTarget(projectId: string, id: string, channels: readonly Channel[]): Target {
  const channel = channels.find((candidate) => candidate.id === id);
  if (channel) return { channel };
  return { channel: { id, projectId, name: '', type: '', isEnabled: true, config: {} }, failure: 'channel_deleted' };
}
