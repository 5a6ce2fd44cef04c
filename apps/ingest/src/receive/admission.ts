import { ServiceError } from '@svc/errors';

/** Retry delay in seconds; by then the requests in flight have been written or refused. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the bytes of requests in flight, so that a burst gets a retryable error instead of exhausting the memory.
 * A request reserves bytes while its body is read, and again for the decompressed body.
 */
export class Admission {
  #reserved = 0;

  constructor(private readonly maxBytes: number) {}

  get reservedBytes(): number {
    return this.#reserved;
  }

  /**
   * A reservation that can grow or, by a negative number, shrink. Throws `concurrency_limited` when too many bytes are in flight, and
   * `payload_too_large` when the size exceeds the limit itself. Release it exactly once, also after an error.
   */
  open(): Reservation {
    let held = 0;
    return {
      grow: (bytes) => {
        if (held + bytes > this.maxBytes) throw new ServiceError('payload_too_large');
        if (bytes > 0 && this.#reserved + bytes > this.maxBytes) {
          throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        held += bytes;
        this.#reserved += bytes;
      },
      release: () => {
        this.#reserved -= held;
        held = 0;
      },
    };
  }
}

export interface Reservation {
  grow(bytes: number): void;
  release(): void;
}
