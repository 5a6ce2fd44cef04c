import { movable } from '../receive/movable.js';
import { createWorkerPool, type BodyOwner } from '../receive/worker-pool.js';
import type { ReplayContext, ReplayWork } from './replay-work.js';

/** A large body may be moved to a thread: only its result may be read afterwards. */
export type PrepareReplay = (
  owner: BodyOwner,
  body: Uint8Array,
  context: ReplayContext,
) => ReplayWork | Promise<ReplayWork>;

export interface ReplayPool {
  readonly prepare: PrepareReplay;
  close(): Promise<void>;
}

/** Threads for the bodies of recorders. Even a small one can hold much: the events in it may be compressed once more. */
export function createReplayPool(): ReplayPool {
  const pool = createWorkerPool<[Uint8Array, ReplayContext], ReplayWork>(
    new URL('./replay.worker.js', import.meta.url),
    { movable: ([body]) => movable(body) },
  );
  return { prepare: (owner, ...work) => pool.run(owner, ...work), close: () => pool.close() };
}
