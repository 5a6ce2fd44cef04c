import type { JsonObject } from '@svc/contract';
import type { Channel } from '@svc/relational';
import { text, texts } from '../channel-types/channel-type.js';
import { emailAddresses, normalizeAddress } from '../recipients/addresses.js';

/** Who a delivery of a channel goes to. */
export interface ChannelReceiver {
  /** The address, for a channel that sends to several; null for the channel's only receiver. */
  readonly recipient: string | null;
  /** Key of the limits, which channels of a project with the same receiver share. */
  readonly key: string;
}

type Addressed = Pick<Channel, 'id' | 'projectId' | 'type' | 'config'>;

/** The receivers of a channel: each e-mail address, the number, the host of a webhook, or what the channel itself is. */
export function channelReceivers(channel: Addressed): ChannelReceiver[] {
  const { id, projectId, type } = channel;
  const toKey = (value: string): string => `project/${projectId}/${type}/${value}`;
  const addresses = emailAddresses(channel);
  if (addresses.length > 0)
    return addresses.map((recipient) => ({ recipient, key: toKey(normalizeAddress(recipient)) }));
  const config = channel.config as JsonObject;
  const [number] = texts(config, 'to');
  if ((type === 'sms' || type === 'phone') && number !== undefined) return [{ recipient: null, key: toKey(number) }];
  const host = type === 'webhook' ? URL.parse(text(config, 'url'))?.host : undefined;
  return [{ recipient: null, key: toKey(host ?? id) }];
}

/** The address that a channel still sends to, as it is written there; undefined if it was removed. */
export function findRecipient(channel: Pick<Channel, 'type' | 'config'>, recipient: string): string | undefined {
  return emailAddresses(channel).find((address) => normalizeAddress(address) === normalizeAddress(recipient));
}
