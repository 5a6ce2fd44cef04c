import { ServiceError } from '@svc/errors';

/** Seconds a refused client waits: by then the requests in flight have been written or refused. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Bounds the bytes of requests in flight, so that a burst is refused with a retryable answer instead of filling the memory.
 * A request reserves what it reads while it reads it, and again what it expands to.
 */
export class Admission {
  #reserved = 0;

  constructor(private readonly maxBytes: number) {}

  get reservedBytes(): number {
    return this.#reserved;
  }

  /**
   * A reservation that can grow, by a negative number too. Throws `concurrency_limited` when there is no room now, and
   * `payload_too_large` when there can never be. Release it once, whatever happened.
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
