import { Queue } from '@svc/work';

/** A deleted project, by both its identifiers. */
export interface ErasedProject {
  readonly projectId: string;
  readonly number: number;
}

/** One job for each deleted project. It outlives the other rows of the project and is repeated until the erasure is complete. */
export const PROJECT_ERASURES = new Queue<ErasedProject>({
  name: 'project-erasures',
  backoff: { baseMs: 2_000, maxMs: 60_000 },
  pollMs: 2_000,
});
