import type { RateLimiter } from '@svc/cache';
import { ServiceError } from '@svc/errors';

/** Keeps a project from filling what all share. Refused bytes count too, until the window ends. */
export class Quota {
  constructor(private readonly limiter?: RateLimiter) {}

  /** @throws ServiceError rate_limited, with the seconds until the next window. Nothing of the request is kept then. */
  async consume(projectId: string, bytes: number): Promise<void> {
    const decision = await this.limiter?.consume(projectId, bytes);
    if (decision?.allowed === false) {
      throw new ServiceError('rate_limited', { retryAfterSeconds: decision.resetSeconds });
    }
  }
}
