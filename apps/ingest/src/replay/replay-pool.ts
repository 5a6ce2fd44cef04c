import type { ChunkContext, MisplacedChunk, PreparedChunk } from '@svc/replay';
import { createWorkerPool, type BodyOwner } from '../receive/worker-pool.js';

export type PrepareReplay = (
  owner: BodyOwner,
  body: Uint8Array,
  context: ChunkContext,
) => PreparedChunk | MisplacedChunk | Promise<PreparedChunk | MisplacedChunk>;

export interface ReplayPool {
  readonly prepare: PrepareReplay;
  close(): Promise<void>;
}

/** Threads for the bodies of recorders. Even a small one can hold much: the events in it may be compressed once more. */
export function createReplayPool(): ReplayPool {
  const pool = createWorkerPool<[Uint8Array, ChunkContext], PreparedChunk | MisplacedChunk>(
    new URL('./replay.worker.js', import.meta.url),
  );
  return { prepare: (owner, ...work) => pool.run(owner, ...work), close: () => pool.close() };
}
