import { createWorkerPool, type BodyOwner } from '../receive/worker-pool.js';
import { LoopTime } from './loop-time.js';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/**
 * Bodies up to this size may be parsed on the event loop: usually in a fraction of a millisecond, in about seven at worst, for text that
 * is costly to redact. Larger ones would delay every other client, so a worker thread parses them.
 */
const INLINE_BYTES = 4 * 1024;

export type PrepareCapture = (
  owner: BodyOwner,
  ...request: Parameters<typeof prepareCapture>
) => PreparedCapture | Promise<PreparedCapture>;

export interface CapturePool {
  readonly prepare: PrepareCapture;
  close(): Promise<void>;
}

export function createCapturePool(): CapturePool {
  const pool = createWorkerPool<Parameters<typeof prepareCapture>, PreparedCapture>(
    new URL('./capture.worker.js', import.meta.url),
  );
  const loopTime = new LoopTime();
  return {
    async prepare(owner, body, context) {
      if (body.byteLength > INLINE_BYTES || !loopTime.isLeft(owner.projectNumber)) {
        return pool.run(owner, body, context);
      }
      return loopTime.spend(owner.projectNumber, () => prepareCapture(body, context));
    },
    close: () => pool.close(),
  };
}
