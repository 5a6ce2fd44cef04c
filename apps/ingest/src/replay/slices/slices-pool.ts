import type { ReadSlices } from '@svc/replay';
import { movable } from '../../receive/movable.js';
import { createWorkerPool, type BodyOwner } from '../../receive/worker-pool.js';

/** A large body may be moved to a thread: nobody may read it afterwards. */
export type PrepareSlices = (
  owner: BodyOwner,
  format: 'protobuf' | 'json',
  body: Uint8Array,
) => ReadSlices | Promise<ReadSlices>;

export interface SlicesPool {
  readonly prepare: PrepareSlices;
  close(): Promise<void>;
}

/** Threads that read slices of events, which are quoted again, so that even a small body takes milliseconds. */
export function createSlicesPool(): SlicesPool {
  const pool = createWorkerPool<['protobuf' | 'json', Uint8Array], ReadSlices>(
    new URL('./slices.worker.js', import.meta.url),
    { movable: ([, body]) => movable(body) },
  );
  return { prepare: (owner, ...work) => pool.run(owner, ...work), close: () => pool.close() };
}
