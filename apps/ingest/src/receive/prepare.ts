import type { Signal } from '@svc/otlp';
import type { TranslationLimits } from '@svc/otlp/wire';
import { ServiceError } from '@svc/service-error';
import { isForeign, plainSize, type BodyFormat } from './formats.js';
import { prepareBody, type PrepareContext, type Prepared, type PreparedPart } from './prepare-body.js';
import { createWorkerPool, type BodyOwner } from './worker-pool.js';

export type Prepare = (
  owner: BodyOwner,
  signal: Signal,
  format: BodyFormat,
  body: Buffer,
  context: PrepareContext,
  limits?: Partial<TranslationLimits>,
) => Prepared | Promise<Prepared>;

/**
 * Bodies up to these sizes and with up to this many items are checked on the event loop: that usually takes less than 2 ms, which is
 * cheaper than a transfer to a thread, and 13 ms at worst, for a megabyte of metrics without points. Others would delay all clients, so
 * a worker thread checks them.
 */
const INLINE_BYTES = { protobuf: 1024 * 1024, json: 128 * 1024, foreign: 64 * 1024 };
/** A hundred thousand empty records take 2 to 4 ms. */
const INLINE_LIMITS = { maxItems: 100_000 };
/** Limits of what is translated on the event loop, whose cost is by item and by byte written. */
const INLINE_FOREIGN = { maxItems: 5_000, maxBytes: 256 * 1024 };

export interface PreparePool {
  readonly prepare: Prepare;
  close(): Promise<void>;
}

export function createPreparePool(): PreparePool {
  const pool = createWorkerPool<Parameters<typeof prepareBody>, Prepared>(
    new URL('./prepare.worker.js', import.meta.url),
  );
  return {
    async prepare(owner, ...work) {
      const inline = prepareInline(...work);
      if (inline) return inline;
      const prepared = await pool.run(owner, ...work);
      return { ...toBuffer(prepared), others: prepared.others?.map(toBuffer) };
    },
    close: () => pool.close(),
  };
}

/** A Buffer arrives from a thread as a plain Uint8Array. */
function toBuffer<Part extends PreparedPart>(part: Part): Part {
  const { transcoded: bytes } = part;
  return { ...part, transcoded: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Undefined for a body that a thread has to check. */
export function prepareInline(
  ...[signal, format, body, context]: Parameters<typeof prepareBody>
): Prepared | undefined {
  const kind = isForeign(format) ? 'foreign' : format;
  if (plainSize(format, body) > INLINE_BYTES[kind]) return undefined;
  try {
    return prepareBody(signal, format, body, context, kind === 'foreign' ? INLINE_FOREIGN : INLINE_LIMITS);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'payload_too_large') return undefined;
    throw error;
  }
}
