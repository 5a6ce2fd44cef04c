import type { RateLimiter } from '@svc/cache';
import { ServiceError } from '@svc/errors';

/** What each project may send. */
export interface QuotaOptions {
  /** Bytes of bodies as expanded, of all signals together; 0 for no limit. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** Keeps a project from filling what all share. Refused bytes count too, until the window ends. */
export class Quota {
  constructor(private readonly limiter?: RateLimiter) {}

  /** @throws ServiceError rate_limited, with the seconds until the window starts anew. Nothing of the request is kept then. */
  async take(projectId: string, bytes: number): Promise<void> {
    const decision = await this.limiter?.consume(projectId, bytes);
    if (decision?.allowed === false) {
      throw new ServiceError('rate_limited', { retryAfterSeconds: decision.resetSeconds });
    }
  }
}
