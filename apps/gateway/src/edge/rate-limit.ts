import type { RateLimiter } from '@svc/cache';
import { ServiceError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

export interface RateLimitOptions {
  /** Points per window must be those the limiter was made with; they are announced to callers. */
  readonly limiter: RateLimiter;
  readonly points: number;
}

/**
 * Takes one point of the key's window and says on the answer what is left.
 *
 * @throws ServiceError rate_limited, with the seconds to wait.
 */
export async function takeRate(
  { limiter, points }: RateLimitOptions,
  keyId: string,
  reply: FastifyReply,
): Promise<void> {
  const { allowed, remaining, resetSeconds } = await limiter.consume(keyId);
  void reply.headers({
    'ratelimit-limit': String(points),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  });
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}
