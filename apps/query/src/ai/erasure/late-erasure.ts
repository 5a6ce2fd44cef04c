import { Queue } from '@svc/work';

/** A person whose runs are erased again. */
export interface LateErasure {
  readonly projectNumber: number;
  readonly distinctIds: readonly string[];
}

export const LATE_ERASURES = new Queue<LateErasure>({ name: 'agent-run-erasures', maxAttempts: 20 });
