import { createWorkerPool } from '../receive/worker-pool.js';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/**
 * Bodies up to this size are parsed on the event loop: usually in less than a millisecond, in about 30 at worst. Larger ones would delay
 * every other client, so a worker thread parses them.
 */
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
