import { ServiceError, unavailable } from '@svc/service-error';
import type { ObjectSource } from './port.js';

/** A disk or a quota that is full. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Reads a source, counts its bytes, and remembers its failure, to distinguish it from one of the store. */
export class CountedSource {
  bytes = 0;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly source: ObjectSource) {}

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.source instanceof Uint8Array ? [this.source] : this.source) {
        this.bytes += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  /** Returns the error to throw if storing failed: that of the source, otherwise `unavailable`. */
  blame(error: unknown): unknown {
    return this.failure ? this.failure.error : storingFailed(error);
  }
}

/** Converts a failed write to `unavailable`, with a message of its own if the disk is full. */
export function storingFailed(error: unknown): ServiceError {
  if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) return unavailable(error);
  return new ServiceError('unavailable', { message: 'There is no room left for files.', cause: error });
}
