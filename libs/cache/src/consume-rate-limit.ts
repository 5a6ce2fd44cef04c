import { ServiceError } from '@svc/service-error';
import type { RateLimiter } from './port.js';

/** Consumes points of a rate limit. @throws ServiceError rate_limited, with the seconds until the next window. */
export async function consumeRateLimit(limiter: RateLimiter, key: string, points = 1): Promise<void> {
  const { allowed, resetSeconds } = await limiter.consume(key, points);
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}
