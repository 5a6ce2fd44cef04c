import { consumeRateLimit, type RateLimiter } from '@svc/cache';

/** The properties of a project that the quota depends on. */
export interface QuotaOwner {
  readonly id: string;
  /** Bytes in a window: undefined for the value of all projects, 0 for no limit. */
  readonly ingestQuotaBytes?: bigint | undefined;
}

/** Projects have few different quotas. If there are more, counting starts again. */
const MAX_LIMITERS = 1_000;

/** Limits the bytes that a project may send per window. Refused bytes count as well. */
export class Quota {
  readonly #limiters = new Map<number, RateLimiter>();

  /**
   * @param defaultBytes for projects without a quota of their own; 0 for no limit.
   * @param createLimiter creates the limiter of a quota.
   */
  constructor(
    private readonly defaultBytes: number,
    private readonly createLimiter: (bytes: number) => RateLimiter,
  ) {}

  /** @throws ServiceError rate_limited, with the seconds until the next window; nothing of the request is stored. */
  async consume({ id, ingestQuotaBytes }: QuotaOwner, bytes: number): Promise<void> {
    const limit = ingestQuotaBytes === undefined ? this.defaultBytes : Number(ingestQuotaBytes);
    if (limit > 0) await consumeRateLimit(this.#limiter(limit), id, bytes);
  }

  #limiter(limit: number): RateLimiter {
    const known = this.#limiters.get(limit);
    if (known) return known;
    if (this.#limiters.size === MAX_LIMITERS) this.#limiters.clear();
    const limiter = this.createLimiter(limit);
    this.#limiters.set(limit, limiter);
    return limiter;
  }
}
