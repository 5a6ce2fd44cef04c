import { Queue } from '@svc/work';

/** A person who is erased from the investigations of a project again. */
export interface LateErasure {
  readonly projectId: string;
  readonly ids: readonly string[];
}

export const LATE_ERASURES = new Queue<LateErasure>({ name: 'investigation-erasures', maxAttempts: 20 });
