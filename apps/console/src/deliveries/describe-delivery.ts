import type { Delivery } from '../gen/api.js';

type Described = Pick<Delivery, 'status' | 'reason' | 'carried_by'>;

/** The reasons of the interface as sentences. */
const REASONS: Readonly<Record<string, string>> = {
  channel_disabled: 'The channel is disabled.',
  channel_deleted: 'The channel was deleted.',
  duplicate: 'The receiver already had the same notification.',
  acknowledged: 'It was acknowledged before the notification was due.',
  resolved: 'It was resolved before the notification was due.',
  silenced: 'A silence matches the alert.',
  bundled: 'Another notification to the same receiver has its content.',
  no_contact_method: 'The member has no contact method.',
  no_channel: 'The project has no enabled channel for the contact methods of the member.',
  not_a_member: 'The user is no member of the organization.',
  invalid_receiver: 'The receiver is not valid.',
  contact_removed: 'The member has removed the contact method.',
  recipient_removed: 'The channel no longer has the address.',
  recipient_unproved: 'The owner of the address has not opened the link that was sent to it.',
  expired: 'It waited for a day without an attempt, because its channel failed.',
  connect: 'No connection to the receiver was possible.',
  timeout: 'The receiver did not answer in time.',
  rejected: 'The receiver refused it.',
  rate_limited: 'The receiver asked for fewer notifications.',
  receiver_error: 'The receiver had a fault of its own.',
  configuration: 'The channel is not configured properly.',
  blocked_address: 'The address of the receiver is not permitted.',
  interrupted: 'The attempt was interrupted.',
};

/** Why a delivery has its status; empty if the status says it. */
export function describeReason({ status, reason }: Described): string {
  if (reason === '' || reason === status) return '';
  const known = REASONS[reason];
  if (known !== undefined) return known;
  const words = reason.replaceAll('_', ' ');
  return status === 'suppressed' ? `Suppressed: ${words}.` : `The last attempt failed: ${words}.`;
}

/** Whether a delivery has reached its receiver, or why it has not: yes, not yet, or no. */
export function toReach({ status }: Pick<Delivery, 'status'>): 'yes' | 'not yet' | 'no' {
  if (status === 'sent') return 'yes';
  return status === 'pending' || status === 'sending' || status === 'retrying' ? 'not yet' : 'no';
}

/** Deliveries in these states can be sent again. */
export function canRedrive({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'failed' || status === 'dlq';
}

/** The receiver of a delivery: an address, a channel or a member. */
export function nameReceiver(
  { recipient, channel_name: channel, user_id: user }: Pick<Delivery, 'recipient' | 'channel_name' | 'user_id'>,
  nameOf: (id: string | undefined) => string,
): string {
  const member = user === undefined ? undefined : nameOf(user);
  return [member, recipient, channel].filter((name) => name !== undefined && name !== '').join(', ') || 'unknown';
}
