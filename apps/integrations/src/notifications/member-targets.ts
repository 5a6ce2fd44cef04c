import { isUsableContact, type Contact } from '@svc/directory';
import type { Channel } from '@svc/relational';
import { acceptsReceiver } from '../channel-types/receiver.js';
import type { Members } from '../contacts/contact-methods.repository.js';
import type { Target } from '../deliveries/outbox.js';

const LABELS: Readonly<Record<string, string>> = {
  email: 'E-mail',
  sms: 'Text message',
  phone: 'Call',
  chat_dm: 'Direct message',
};

/**
 * Targets of notifications to a member: all contact methods at once. An e-mail address must be verified and needs no
 * channel. The others go through the oldest enabled channel of their type in the project; they are used as the member
 * entered them, because no code can be sent to verify them. A contact method that cannot be reached is a target with
 * the reason.
 */
export function memberTargets(
  projectId: string,
  userId: string,
  { userIds, contacts }: Members,
  channels: readonly Channel[],
): Target[] {
  const unreachable = (failure: string): Target => ({
    channel: withoutChannel(projectId, '', 'Contact methods'),
    contact: { userId, methodId: null },
    failure,
  });
  if (!userIds.has(userId)) return [unreachable('not_a_member')];
  const own = contacts.filter((contact) => contact.principalId === userId && isUsableContact(contact));
  if (own.length === 0) return [unreachable('no_contact_method')];
  return own.map((contact) => contactTarget(projectId, userId, contact, channels));
}

function contactTarget(projectId: string, userId: string, method: Contact, channels: readonly Channel[]): Target {
  const { id: methodId, type, value } = method;
  const contact = { userId, methodId };
  const none = withoutChannel(projectId, type, LABELS[type] ?? type);
  if (type === 'email') return { channel: none, contact };
  const channel = channels.find((candidate) => candidate.type === type && candidate.isEnabled);
  if (!channel) return { channel: none, contact, failure: 'no_channel' };
  return { channel, contact, ...(!acceptsReceiver(type, value) && { failure: 'invalid_receiver' }) };
}

/** Placeholder for an absent channel, with the ID of the project. */
const withoutChannel = (projectId: string, type: string, name: string): Target['channel'] => ({
  id: projectId,
  projectId,
  type,
  name,
  isEnabled: true,
  config: {},
});
