import { Piscina } from 'piscina';
import { ServiceError } from '@svc/errors';
import type { AcceptanceContext, Signal } from '@svc/otlp';
import { prepareBody, type Prepared } from './prepare-body.js';
import type { WorkerAnswer } from './prepare.worker.js';

export type Prepare = (
  signal: Signal,
  format: 'protobuf' | 'json',
  body: Buffer,
  context: AcceptanceContext,
) => Prepared | Promise<Prepared>;

/**
 * Bodies up to these sizes are checked where they arrive: below 5 ms each, less than handing them over costs. Larger ones would
 * hold the event loop, and with it every other client's acknowledgement, so a thread takes them.
 */
const INLINE_BYTES = { protobuf: 2 * 1024 * 1024, json: 128 * 1024 };

export interface PreparePool {
  readonly prepare: Prepare;
  close(): Promise<void>;
}

export function createPreparePool(): PreparePool {
  const pool = new Piscina<Parameters<Prepare>, WorkerAnswer>({
    filename: new URL('./prepare.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  return {
    async prepare(signal, format, body, context) {
      if (body.byteLength <= INLINE_BYTES[format]) return prepareBody(signal, format, body, context);
      const answer = await pool.run([signal, format, body, context]);
      if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
      const { skimmed, transcoded } = answer.prepared;
      // A Buffer arrives as a plain Uint8Array.
      return {
        skimmed,
        transcoded: transcoded && Buffer.from(transcoded.buffer, transcoded.byteOffset, transcoded.length),
      };
    },
    close: () => pool.destroy(),
  };
}
