import { Piscina } from 'piscina';
import { ServiceError } from '@svc/errors';
import type { CaptureWorkerAnswer } from './capture.worker.js';
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
  const pool = new Piscina<Parameters<typeof prepareCapture>, CaptureWorkerAnswer>({
    filename: new URL('./capture.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  return {
    async prepare(body, context) {
      if (body.byteLength <= INLINE_BYTES) return prepareCapture(body, context);
      const answer = await pool.run([body, context]);
      if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
      return answer.prepared;
    },
    close: () => pool.destroy(),
  };
}
