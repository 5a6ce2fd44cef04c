import type { RateLimiter } from '@svc/cache';
import { ServiceError } from '@svc/errors';

/** Takes one point. @throws ServiceError rate_limited, with the seconds to wait. */
export async function takePoint(limiter: RateLimiter, key: string): Promise<void> {
  const { allowed, resetSeconds } = await limiter.consume(key);
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}
