import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Channel, DomainEvent, Relational, Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader } from '@svc/work';
import { ChannelsRepository } from '../channels/channels.repository.js';
import { EventNotifications } from '../compose/event-notifications.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import { DeliveryRunner } from '../deliveries/delivery-runner.js';
import { Outbox, type NewDelivery } from '../deliveries/outbox.js';
import { RequestedNotifications } from './requested-notifications.js';

/** Requests to many projects take some statements each. */
const LIMITS = { batch: 200, timeoutMs: 30_000 };

/** Turns domain events into deliveries of the channels that are subscribed to them or requested, each exactly once. */
@Injectable()
export class EventDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly outbox: Outbox,
    private readonly notifications: EventNotifications,
    private readonly requests: RequestedNotifications,
    private readonly queue: DeliveryQueue,
    private readonly runner: DeliveryRunner,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reader = new EventReader('deliveries', { relational, logger }, (events, tx) => this.#act(events, tx), LIMITS);
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  async #act(events: readonly DomainEvent[], tx: Transaction): Promise<(() => void) | undefined> {
    const subscribed = await this.channels.subscribed([...new Set(events.map(({ projectId }) => projectId))], tx);
    const requested = await this.requests.deliveries(tx, events.filter(isRequest));
    const deliveries: NewDelivery[] = [];
    for (const event of events)
      deliveries.push(...(requested.get(event.id) ?? (await this.#subscribed(event, subscribed))));
    if (deliveries.length > 0) await this.outbox.add(tx, deliveries, new Date(this.clock()));
    // Withdrawals come last, since one can be read before the request that it withdraws.
    await this.queue.suppressWithdrawn(tx, events.filter(isAboutRequests), new Date(this.clock()));
    return deliveries.length > 0 ? () => this.runner.wake() : undefined;
  }

  async #subscribed(event: DomainEvent, channels: readonly Channel[]): Promise<NewDelivery[]> {
    const targets = channels.filter((channel) => channel.projectId === event.projectId && wants(channel, event));
    if (targets.length === 0) return [];
    const notification = await this.notifications.create(event);
    return targets.map((channel) => ({ channel, notification, eventId: event.id }));
  }
}

/**
 * Whether a channel subscribes to an event; `issue.*` includes all events of the family. A channel does not get the
 * news of its own failure, which it cannot deliver.
 */
function wants({ id, events }: Channel, event: DomainEvent): boolean {
  const { type, subject } = event;
  if (isAboutRequests(event) || (type === 'channel.unhealthy' && subject === id)) return false;
  return events.includes(type) || events.includes(`${type.split('.', 1)[0]}.*`);
}

const isRequest = ({ type }: DomainEvent): boolean => type === 'notification.requested';
const isAboutRequests = ({ type }: DomainEvent): boolean => type.startsWith('notification.');
