import type { ChannelHealth } from '../../gen/api.js';

/** The last deliveries of a channel in a sentence. */
export function describeHealth({
  consecutive_failures: failures,
  last_success_at: success,
  last_failure_at: failure,
}: Omit<ChannelHealth, 'status'>): string {
  if (failures === 1) return 'The last delivery has failed.';
  if (failures > 1) return `The last ${failures} deliveries have failed.`;
  if (success !== undefined) return 'The last delivery was accepted.';
  return failure === undefined ? 'Nothing was sent to it yet.' : 'No failure counts at present.';
}

/** Says to which addresses of a channel nothing is sent; undefined if there is none. */
export function describeUnproved(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return undefined;
  return `Nothing is sent to ${addresses.join(', ')} before the link in the first message is opened.`;
}
