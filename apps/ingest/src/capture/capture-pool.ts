import { createWorkerPool } from '../receive/worker-pool.js';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/** Up to this size a body costs less than a millisecond where it arrives, a hostile one some 30; a larger one would hold up every other client, so a thread takes it. */
const INLINE_BYTES = 16 * 1024;

export type PrepareCapture = (
  ...request: Parameters<typeof prepareCapture>
) => PreparedCapture | Promise<PreparedCapture>;

export interface CapturePool {
  readonly prepare: PrepareCapture;
  close(): Promise<void>;
}

export function createCapturePool(): CapturePool {
  const pool = createWorkerPool<Parameters<PrepareCapture>, PreparedCapture>(
    new URL('./capture.worker.js', import.meta.url),
  );
  return {
    async prepare(body, context) {
      if (body.byteLength <= INLINE_BYTES) return prepareCapture(body, context);
      return pool.run(body, context);
    },
    close: () => pool.close(),
  };
}
