import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Channel, Delivery, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import type { Notification } from '../compose/notification.js';
import { ProjectNames } from '../compose/project-names.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { DeliveryRunner } from '../deliveries/delivery-runner.js';
import { admitTest } from '../deliveries/limits/test-admission.js';
import { Outbox } from '../deliveries/outbox.js';
import { channelReceivers } from '../deliveries/receivers.js';

/** Time for which a caller waits for the first attempt. */
const WAIT_MS = 5_000;
const POLL_MS = 50;

/** Sends test notifications through the same path as real ones. */
@Injectable()
export class ChannelTestService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly outbox: Outbox,
    private readonly runner: DeliveryRunner,
    private readonly projects: ProjectNames,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The delivery after its first attempt, or as it is after five seconds. Of several, to the addresses of a channel, the first that was
   * not sent.
   *
   * @throws ServiceError rate_limited if the limits of a receiver do not let it go now.
   */
  async test(channel: Channel): Promise<Delivery> {
    const eventId = randomUUID();
    const now = new Date(this.clock());
    const notification: Notification = {
      type: 'test',
      subject: `test/${eventId}`,
      status: 'information',
      severity: 'info',
      occurredAt: now,
      projectId: channel.projectId,
      projectName: await this.projects.get(channel.projectId),
      title: `Test of the channel ${channel.name}`,
      facts: [
        { label: 'Channel', value: channel.name },
        { label: 'Sent', value: now },
      ],
      command: `svc deliveries list --channel ${channel.id}`,
      data: { channel_id: channel.id, channel_name: channel.name },
    };
    const receivers = channelReceivers(channel).map(({ key }) => key);
    await this.relational.client.$transaction(async (tx) => {
      await admitTest(tx, channel, receivers, now);
      await this.outbox.add(tx, [{ channel, notification, eventId, isAdmitted: true }], now);
    });
    this.runner.wake();
    return this.#attempted(channel.id, eventId);
  }

  async #attempted(channelId: string, eventId: string): Promise<Delivery> {
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const deliveries = await this.deliveries.ofEvent(channelId, eventId);
      const isWaiting = deliveries.some(({ status }) => status === 'pending' || status === 'sending');
      const delivery = deliveries.find(({ status }) => status !== 'sent') ?? deliveries[0];
      if (!isWaiting || performance.now() > until) return requireFound(delivery);
      await delay(POLL_MS);
    }
  }
}
