import { ServiceError } from '@svc/service-error';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateDecision, RateLimiter } from './port.js';

/** Adapts a limiter of the library, which reports a refusal as a rejection with the same values. */
export class FlexibleRateLimiter implements RateLimiter {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  async consume(key: string, points = 1): Promise<RateDecision> {
    // Only whole points are allowed: the library rejects fractions on Redis but not in memory.
    const whole = Math.max(0, Math.ceil(points));
    try {
      return decision(true, await this.limiter.consume(key, whole));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return decision(false, refusal);
      // Neither the store nor its fallback could count; allowing one request is the lesser harm.
      return { allowed: true, remaining: 0, resetSeconds: 1 };
    }
  }

  async reset(key: string): Promise<void> {
    await this.limiter.delete(key).catch(() => undefined);
  }
}

function decision(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateDecision {
  return {
    allowed,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

/** Consumes points of a rate limit. @throws ServiceError rate_limited, with the seconds until the next window. */
export async function consumeRateLimit(limiter: RateLimiter, key: string, points = 1): Promise<void> {
  const { allowed, resetSeconds } = await limiter.consume(key, points);
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}
