import type { JsonObject } from '@svc/contract';
import type { Channel } from '@svc/relational';
import { text, texts } from '../channel-types/channel-type.js';

/** Who a delivery of a channel goes to. */
export interface ChannelReceiver {
  /** The address, for a channel that sends to several; null for the channel's only receiver. */
  readonly recipient: string | null;
  /** Key of the limits, which channels of a project with the same receiver share. */
  readonly key: string;
}

type Addressed = Pick<Channel, 'id' | 'projectId' | 'type' | 'config'>;

/** The receivers of a channel: each e-mail address, the number, the host of a webhook, or what the channel itself is. */
export function channelReceivers({ id, projectId, type, config }: Addressed): ChannelReceiver[] {
  const toKey = (value: string): string => `project/${projectId}/${type}/${value}`;
  const open = config as JsonObject;
  const to = texts(open, 'to');
  if (type === 'email' && to.length > 0)
    return uniqueAddresses(to).map((recipient) => ({ recipient, key: toKey(normalizeAddress(recipient)) }));
  if ((type === 'sms' || type === 'phone') && to[0] !== undefined) return [{ recipient: null, key: toKey(to[0]) }];
  const host = type === 'webhook' ? URL.parse(text(open, 'url'))?.host : undefined;
  return [{ recipient: null, key: toKey(host ?? id) }];
}

/** The address that a channel still sends to, as it is written there; undefined if it was removed. */
export function findRecipient(config: JsonObject, recipient: string): string | undefined {
  return texts(config, 'to').find((address) => normalizeAddress(address) === normalizeAddress(recipient));
}

/** ASCII letters in lower case, as Postgres compares addresses everywhere. */
export const normalizeAddress = (address: string): string =>
  address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function uniqueAddresses(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((address) => [normalizeAddress(address), address])).values()];
}
