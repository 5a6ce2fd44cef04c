import type { JsonValue } from '@svc/contract';
import type { ProviderName } from '../../connections/index.js';
import { memberAt, textAt } from '../providers/index.js';

/** Linear sends a webhook again with a new time; one that is older was replayed by someone else. */
const LINEAR_MAX_AGE_MS = 60_000;

/** The ID at the provider of the ticket that a webhook is about; undefined for one about something else, or too old. */
export function findTicketId(provider: ProviderName, payload: JsonValue, now: number): string | undefined {
  const id = READERS[provider](payload, now);
  return id === '' ? undefined : id;
}

const READERS: Readonly<Record<ProviderName, (payload: JsonValue, now: number) => string>> = {
  github: (payload) => {
    const number = memberAt(payload, 'issue', 'number');
    return typeof number === 'number' ? String(number) : '';
  },
  jira: (payload) => textAt(payload, 'issue', 'key'),
  linear: (payload, now) => {
    const sent = memberAt(payload, 'webhookTimestamp');
    const isRecent = typeof sent === 'number' && Math.abs(now - sent) <= LINEAR_MAX_AGE_MS;
    return isRecent && textAt(payload, 'type') === 'Issue' ? textAt(payload, 'data', 'id') : '';
  },
};
