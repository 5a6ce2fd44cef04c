import type { Input } from '../../api/call.js';
import type { RespondState } from '../fields.js';
import { known } from '../parts/choices.js';

export const DELIVERY_STATES = ['pending', 'sending', 'sent', 'retrying', 'failed', 'suppressed', 'dlq'] as const;

const PAGE_SIZE = 100;

/** The request for the deliveries that match the filters. */
export function toDeliveriesInput({ state }: RespondState): Input<'GET /notifications/deliveries'> {
  const states = known(DELIVERY_STATES, state);
  return { query: { limit: PAGE_SIZE, ...(states.length > 0 && { status: states }) } };
}
