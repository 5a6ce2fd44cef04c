import type { RateLimiter, RateLimiterOptions } from '@svc/cache';
import { ServiceError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** Those the limiter was made with; they are announced to callers. */
  readonly points: number;
  readonly windowSeconds: number;
}

/** What may be asked in a window by whom; no limit where absent. */
export interface RateLimits {
  /** By each credential. */
  readonly key?: RateLimit | undefined;
  /** Inside each project, by all its credentials together. */
  readonly project?: RateLimit | undefined;
}

export interface RateLimitConfig {
  readonly SVC_RATE_LIMIT: number;
  readonly SVC_PROJECT_RATE_LIMIT: number;
  readonly SVC_RATE_LIMIT_WINDOW_SECONDS: number;
}

/** The limits of a configuration, in which 0 is none. */
export function rateLimitsOf(
  config: RateLimitConfig,
  makeLimiter: (options: RateLimiterOptions) => RateLimiter,
): RateLimits {
  const windowSeconds = config.SVC_RATE_LIMIT_WINDOW_SECONDS;
  const limit = (name: string, points: number): RateLimit | undefined =>
    points === 0 ? undefined : { points, windowSeconds, limiter: makeLimiter({ name, points, windowSeconds }) };
  return {
    key: limit('rest', config.SVC_RATE_LIMIT),
    project: limit('rest-project', config.SVC_PROJECT_RATE_LIMIT),
  };
}

/**
 * Takes one point of a window and says on the answer what is left: in `RateLimit` and `RateLimit-Policy`, which name each limit,
 * and in the older `RateLimit-Limit`, `-Remaining` and `-Reset`, which have room for the one that is closest to its end.
 *
 * @throws ServiceError rate_limited, with the seconds to wait.
 */
export async function takeRate(
  name: keyof RateLimits,
  limit: RateLimit,
  id: string,
  reply: FastifyReply,
): Promise<void> {
  const { limiter, points, windowSeconds } = limit;
  const { allowed, remaining, resetSeconds } = await limiter.consume(id);
  void reply.headers({
    'ratelimit-policy': listed(reply, 'ratelimit-policy', `"${name}";q=${points};w=${windowSeconds}`),
    ratelimit: listed(reply, 'ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`),
  });
  const tightest = reply.getHeader('ratelimit-remaining');
  if (tightest === undefined || remaining < Number(tightest)) {
    void reply.headers({
      'ratelimit-limit': String(points),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    });
  }
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}

/** One more member of a header that is a list. */
function listed(reply: FastifyReply, header: string, member: string): string {
  const known = reply.getHeader(header);
  return known === undefined ? member : `${String(known)}, ${member}`;
}
