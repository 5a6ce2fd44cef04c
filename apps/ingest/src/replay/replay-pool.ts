import { movable } from '../receive/movable.js';
import { createWorkerPool, type BodyOwner } from '../receive/worker-pool.js';
import type { HashedChunk, ReplayContext, ReplayWork } from './replay-work.js';
import type { ReplayTask } from './replay.worker.js';

/** A large body may be moved to a thread: only its result may be read afterwards. */
export type PrepareReplay = (
  owner: BodyOwner,
  body: Uint8Array,
  context: ReplayContext,
) => ReplayWork | Promise<ReplayWork>;

/** Finds the chunks in the body of a recorder of PostHog, which may be moved to a thread as well. */
export type TranslateReplay = (owner: BodyOwner, body: Uint8Array) => HashedChunk[] | Promise<HashedChunk[]>;

export interface ReplayPool {
  readonly prepare: PrepareReplay;
  readonly translate: TranslateReplay;
  close(): Promise<void>;
}

/** Threads for the bodies of recorders. Even a small one can hold much: the events in it may be compressed once more. */
export function createReplayPool(): ReplayPool {
  const pool = createWorkerPool<ReplayTask, ReplayWork | HashedChunk[]>(
    new URL('./replay.worker.js', import.meta.url),
    {
      movable: ([body]) => movable(body),
    },
  );
  return {
    prepare: (owner, ...work) => pool.run(owner, ...work) as Promise<ReplayWork>,
    translate: (owner, body) => pool.run(owner, body) as Promise<HashedChunk[]>,
    close: () => pool.close(),
  };
}
