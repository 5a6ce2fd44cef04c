import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { readEvents } from '@svc/domain-events';
import type { Logger } from '@svc/observability';
import type { Channel, DomainEvent, Relational } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/service';
import { ChannelsRepository } from '../channels/channels.repository.js';
import { DeliveryRunner } from '../deliveries/delivery-runner.js';
import { Outbox, type NewDelivery } from '../deliveries/outbox.js';
import { RequestedNotifications } from '../requests/requested-notifications.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import { EventNotifications } from '../notifications/event-notifications.js';

const POLL_MS = 500;
const BATCH = 200;
/** Requests to many projects take some statements each. */
const TRANSACTION = { timeout: 30_000 };

/** Turns domain events into deliveries of the channels that are subscribed to them or requested, each exactly once. */
@Injectable()
export class EventDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #dispatching: Promise<void> | undefined;
  #isFailing = false;

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly outbox: Outbox,
    private readonly notifications: EventNotifications,
    private readonly requests: RequestedNotifications,
    private readonly queue: DeliveryQueue,
    private readonly runner: DeliveryRunner,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void (this.#dispatching ??= this.#poll()), POLL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#dispatching;
  }

  async #poll(): Promise<void> {
    try {
      while ((await this.#dispatch()) === BATCH);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.logger.warn({ err: error }, 'events not dispatched to channels; retrying');
      this.#isFailing = true;
    } finally {
      this.#dispatching = undefined;
    }
  }

  /** @returns the number of events that were read. */
  async #dispatch(): Promise<number> {
    let created = 0;
    const count = await this.relational.client.$transaction(async (tx) => {
      const events = await readEvents(tx, 'deliveries', BATCH);
      if (events.length === 0) return 0;
      const subscribed = await this.channels.subscribed([...new Set(events.map(({ projectId }) => projectId))], tx);
      const requested = await this.requests.deliveries(tx, events.filter(isRequest));
      const deliveries: NewDelivery[] = [];
      for (const event of events)
        deliveries.push(...(requested.get(event.id) ?? (await this.#subscribed(event, subscribed))));
      created = deliveries.length;
      if (created > 0) await this.outbox.add(tx, deliveries, new Date(this.clock()));
      // After all of them, since a withdrawal can be read before the request that it withdraws.
      await this.queue.suppressWithdrawn(tx, events.filter(isAboutRequests), new Date(this.clock()));
      return events.length;
    }, TRANSACTION);
    if (created > 0) this.runner.wake();
    return count;
  }

  async #subscribed(event: DomainEvent, channels: readonly Channel[]): Promise<NewDelivery[]> {
    const targets = channels.filter((channel) => channel.projectId === event.projectId && wants(channel, event));
    if (targets.length === 0) return [];
    const notification = await this.notifications.create(event);
    return targets.map((channel) => ({ channel, notification, eventId: event.id }));
  }
}

/** `issue.*` stands for all events of the family. A channel does not get what it cannot deliver: news of its own failure. */
function wants({ id, events }: Channel, event: DomainEvent): boolean {
  const { type, subject } = event;
  if (isAboutRequests(event) || (type === 'channel.unhealthy' && subject === id)) return false;
  return events.includes(type) || events.includes(`${type.split('.', 1)[0]}.*`);
}

const isRequest = ({ type }: DomainEvent): boolean => type === 'notification.requested';
const isAboutRequests = ({ type }: DomainEvent): boolean => type.startsWith('notification.');
