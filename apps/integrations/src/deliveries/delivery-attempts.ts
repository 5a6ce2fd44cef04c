import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Channel } from '@svc/relational';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { ChannelSecrets, type OpenedConfig } from '../channel-types/channel-secrets.js';
import { findChannelType } from '../channel-types/index.js';
import { withReceiver } from '../channel-types/receiver.js';
import { fromStoredNotification } from '../compose/stored-notification.js';
import { ContactMethodsRepository } from '../contacts/contact-methods.repository.js';
import { normalizeAddress } from '../recipients/addresses.js';
import { RecipientProofsService } from '../recipients/recipient-proofs.service.js';
import { Courier, type Sending } from './courier.js';
import { DeliveryQueue, type ClaimedDelivery } from './delivery-queue.js';
import { findRecipient } from './receivers.js';

/** Channel and address of one delivery. */
export interface Receiver {
  /** Undefined for an e-mail to a contact method. */
  readonly channel: OpenableChannel | undefined;
  /** Value of the contact method; undefined for the channel's own receiver, and if the method was removed. */
  readonly contact: string | undefined;
  /** One of the addresses of the channel; undefined if it has only one receiver, and if the address was removed. */
  readonly recipient: string | undefined;
  /** Whether all e-mail addresses that it goes to may be sent to. */
  readonly isProved: boolean;
}

interface OpenableChannel {
  readonly timeZone: string;
  /** Opens the secrets at the first call for all deliveries of a claim. */
  readonly open: () => OpenedConfig;
}

/** Renders claimed deliveries and hands them to their receivers. */
@Injectable()
export class DeliveryAttempts {
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly contactMethods: ContactMethodsRepository,
    private readonly secrets: ChannelSecrets,
    private readonly courier: Courier,
    private readonly proofs: RecipientProofsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Looks up the receivers of deliveries as they are now. */
  async receivers(claimed: readonly ClaimedDelivery[]): Promise<(delivery: ClaimedDelivery) => Receiver> {
    const methodIds = claimed.flatMap(({ contactMethodId }) => contactMethodId ?? []);
    const [channels, contacts] = await Promise.all([
      this.queue.channelsOf(claimed),
      this.contactMethods.values(methodIds),
    ]);
    const unproved = await this.proofs.findUnproved(channels);
    const byId = new Map(channels.map((channel) => [channel.id, this.#openable(channel)]));
    const findAddress = (channelId: string, recipient: string): string | undefined => {
      const channel = channels.find(({ id }) => id === channelId);
      return channel && findRecipient(channel, recipient);
    };
    return ({ channelId, contactMethodId, recipient }) => ({
      channel: byId.get(channelId),
      contact: contactMethodId === null ? undefined : contacts.get(contactMethodId),
      recipient: recipient === null ? undefined : findAddress(channelId, recipient),
      isProved: contactMethodId !== null || isProved(unproved.get(channelId) ?? [], recipient),
    });
  }

  /** A notification that cannot be rendered will not become one that can. Never rejects. */
  async attempt(delivery: ClaimedDelivery, receiver: Receiver, signal: AbortSignal): Promise<Sending> {
    const { channelType, contactMethodId, notification } = delivery;
    const type = findChannelType(channelType);
    if (contactMethodId !== null && receiver.contact === undefined) return failure('contact_removed');
    const needsChannel = contactMethodId === null || channelType !== 'email';
    if (needsChannel && !receiver.channel) return failure(contactMethodId === null ? 'configuration' : 'no_channel');
    if (!type) return failure('configuration');
    if (delivery.recipient !== null && receiver.recipient === undefined) return failure('recipient_removed');
    if (!receiver.isProved) return failure('recipient_unproved', UNPROVED);
    try {
      const { config, secrets } = toConfig(channelType, receiver);
      const outgoing = type.render(config, {
        notification: fromStoredNotification(notification),
        deliveryId: delivery.id,
        now: new Date(this.clock()),
        wording: { timeZone: receiver.channel?.timeZone ?? 'UTC' },
      });
      return await this.courier.send(type, outgoing, secrets, signal);
    } catch (error) {
      this.logger.error({ err: error, channelType }, 'could not render a notification; delivery failed');
      return failure('configuration');
    }
  }

  #openable(channel: Channel): OpenableChannel {
    let opened: OpenedConfig | undefined;
    return { timeZone: channel.timeZone, open: () => (opened ??= this.secrets.open(channel)) };
  }
}

function toConfig(type: string, { channel, contact, recipient }: Receiver): OpenedConfig {
  const { config, secrets } = channel?.open() ?? { config: {}, secrets: [] };
  if (contact === undefined)
    return { config: recipient === undefined ? config : withReceiver(type, config, recipient), secrets };
  return { config: withReceiver(type, config, contact), secrets: [...secrets, contact] };
}

const UNPROVED =
  'Nothing is sent to this address before its owner agrees on the page of the link that it got. Test the channel to send another link.';

/** A delivery of an earlier release goes to all addresses of its channel. */
const isProved = (unproved: readonly string[], recipient: string | null): boolean =>
  recipient === null ? unproved.length === 0 : !unproved.includes(normalizeAddress(recipient));

const failure = (error: string, excerpt = ''): Sending => ({ outcome: { kind: 'permanent', error }, excerpt });
