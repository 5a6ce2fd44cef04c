import { Queue } from '@svc/work';

/**
 * One job for each connection, whose ID is the key: it lets tickets that wait for the connection continue, and reads the states of
 * tickets from the provider.
 */
export const PROVIDER_SYNC = new Queue<Record<string, never>>({
  name: 'provider-sync',
  concurrency: 4,
  share: 2,
  backoff: { baseMs: 5_000, maxMs: 300_000 },
});
