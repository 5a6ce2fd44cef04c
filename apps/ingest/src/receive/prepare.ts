import type { AcceptanceContext, Signal } from '@svc/otlp';
import { prepareBody, type Prepared } from './prepare-body.js';
import { createWorkerPool, type BodyOwner } from './worker-pool.js';

export type Prepare = (
  owner: BodyOwner,
  signal: Signal,
  format: 'protobuf' | 'json',
  body: Buffer,
  context: AcceptanceContext,
) => Prepared | Promise<Prepared>;

/**
 * Bodies up to these sizes are checked on the event loop: that usually takes less than 1 ms, which is cheaper than a transfer to a
 * thread, and 11 ms at worst, for protobuf records of two bytes each. Larger ones would block the event loop and delay all other clients,
 * so a worker thread checks them.
 */
const INLINE_BYTES = { protobuf: 512 * 1024, json: 128 * 1024 };

export interface PreparePool {
  readonly prepare: Prepare;
  close(): Promise<void>;
}

export function createPreparePool(): PreparePool {
  const pool = createWorkerPool<Parameters<typeof prepareBody>, Prepared>(
    new URL('./prepare.worker.js', import.meta.url),
  );
  return {
    async prepare(owner, signal, format, body, context) {
      if (body.byteLength <= INLINE_BYTES[format]) return prepareBody(signal, format, body, context);
      const { skimmed, transcoded } = await pool.run(owner, signal, format, body, context);
      // A Buffer arrives from a thread as a plain Uint8Array.
      return {
        skimmed,
        transcoded: transcoded && Buffer.from(transcoded.buffer, transcoded.byteOffset, transcoded.length),
      };
    },
    close: () => pool.close(),
  };
}
