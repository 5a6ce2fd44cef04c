import { Queue } from '@svc/work';

/** One job for each address that a link has to be sent to. The key is the ID of the project and the address. */
export const RECIPIENT_LINKS = new Queue<{ readonly address: string }>({
  name: 'recipient-links',
  concurrency: 4,
  backoff: { baseMs: 5_000, maxMs: 900_000 },
});
