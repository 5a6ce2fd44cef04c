import { Queue } from '@svc/work';

/** One job for each ticket that is to be created or closed at its provider. The key is the ID of the ticket. */
export const TICKET_SYNC = new Queue<Record<string, never>>({
  name: 'ticket-sync',
  concurrency: 8,
  share: 4,
  backoff: { baseMs: 1_000, maxMs: 60_000 },
});
