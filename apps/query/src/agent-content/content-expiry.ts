import type { ObjectStore } from '@svc/objects';
import { deleteExpiredAgentContent } from '@svc/objects/agent-content';
import type { PeriodicWork } from '@svc/work';

/** Deletes the objects of prompts and answers whose rows have expired, every day. */
export function contentExpiry(objects: ObjectStore): PeriodicWork {
  return {
    queue: 'agent-content-expiry',
    everyMs: 86_400_000,
    run: async ({ now, signal }) => void (await deleteExpiredAgentContent(objects, now.getTime(), signal)),
  };
}
