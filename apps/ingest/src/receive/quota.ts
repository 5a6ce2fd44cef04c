import { consumeRateLimit, type RateLimiter } from '@svc/cache';

/** Keeps a project from filling what all share. Refused bytes count too, until the window ends. */
export class Quota {
  constructor(private readonly limiter?: RateLimiter) {}

  /** @throws ServiceError rate_limited, with the seconds until the next window. Nothing of the request is kept then. */
  async consume(projectId: string, bytes: number): Promise<void> {
    if (this.limiter) await consumeRateLimit(this.limiter, projectId, bytes);
  }
}
