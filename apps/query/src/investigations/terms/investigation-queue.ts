import { Queue } from '@svc/work';

export interface InvestigationPayload {
  readonly id: string;
}

/** Investigations of one project that run at the same time. */
export const RUNNING_PER_PROJECT = 2;

/** Rounds of investigations. The process that holds one renews its lease every five seconds. */
export const INVESTIGATION_QUEUE = new Queue<InvestigationPayload>({
  name: 'investigations',
  concurrency: 4,
  share: RUNNING_PER_PROJECT,
  maxAttempts: 3,
  backoff: { baseMs: 1_000, maxMs: 5_000 },
  leaseMs: 15_000,
  pollMs: 1_000,
});
