import { consumeRateLimit, type RateLimiter } from '@svc/cache';

/** Limits the bytes that a project may send per window. Refused bytes count as well. */
export class Quota {
  constructor(private readonly limiter?: RateLimiter) {}

  /** @throws ServiceError rate_limited, with the seconds until the next window; nothing of the request is stored. */
  async consume(projectId: string, bytes: number): Promise<void> {
    if (this.limiter) await consumeRateLimit(this.limiter, projectId, bytes);
  }
}
