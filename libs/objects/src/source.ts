import { unavailable } from '@svc/errors';
import type { ObjectSource } from './port.js';

/** Reads a source, counts it, and remembers its own failure so that it can be told from the store's. */
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

  /** What to throw when storing failed: the source's own error, else `unavailable`. */
  blame(error: unknown): unknown {
    return this.failure ? this.failure.error : unavailable(error);
  }
}
