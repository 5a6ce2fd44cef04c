import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateDecision, RateLimiter } from './port.js';

/** The port over a limiter of the library, which answers a refusal by a rejection with the same figures. */
export class FlexibleRateLimiter implements RateLimiter {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  async consume(key: string, points = 1): Promise<RateDecision> {
    // Whole points only: the library refuses fractions on Redis and not in memory.
    const whole = Math.max(0, Math.ceil(points));
    try {
      return decision(true, await this.limiter.consume(key, whole));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return decision(false, refusal);
      // Neither the store nor its stand-in could count: letting one request pass is the smaller harm.
      return { allowed: true, remaining: 0, resetSeconds: 1 };
    }
  }
}

function decision(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateDecision {
  return {
    allowed,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
