import type { Ticket } from '../../gen/api.js';

const ERRORS: Readonly<Record<string, string>> = {
  provider_unauthorized: 'The provider does not accept the token of the connection.',
  provider_rate_limited: 'The provider permits no more requests for now.',
  provider_unavailable: 'The provider did not answer.',
  provider_rejected: 'The provider has refused the ticket.',
  not_found: 'The provider does not have the ticket any more, or does not show it to the connection.',
};

const STATES: Readonly<Record<string, string>> = {
  pending: 'It is about to be created at the provider.',
  synced: 'It has the state of the ticket at the provider.',
  retrying: 'It is retried automatically.',
  failed: 'It is not retried automatically.',
  unlinked: 'It is not read any more. The ticket stays at the provider.',
};

/** The state of a ticket's synchronization in words, with the reason. */
export function explainSync({ sync_state: state, error }: Pick<Ticket, 'sync_state' | 'error'>): string {
  const reason = error && (ERRORS[error.code] ?? `The last attempt ended with ${error.code.replaceAll('_', ' ')}.`);
  return [reason, STATES[state]].filter((text) => text !== undefined).join(' ');
}

/** Whether connections of the project may have to be changed before a ticket can be synchronized. */
export function needsConnection({ error }: Pick<Ticket, 'error'>): boolean {
  return error?.code === 'provider_unauthorized' || error?.code === 'not_found';
}
