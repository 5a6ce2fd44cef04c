import type { RateLimiter, RateLimiterOptions } from '@svc/cache';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply } from 'fastify';

/** Injection token of the limits of the process. */
export const RATE_LIMITS = Symbol('RateLimits');

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** The values of the limiter, which are announced to callers. */
  readonly points: number;
  readonly windowSeconds: number;
}

/** Limits on requests in a window; an absent one does not limit. */
export interface RateLimits {
  /** Limit of each credential. */
  readonly key?: RateLimit | undefined;
  /** Limit of each publishable key from one address, or one IPv6 network. */
  readonly publishable?: RateLimit | undefined;
  /** Limit of each project, for all its credentials together. */
  readonly project?: RateLimit | undefined;
}

export interface RateLimitConfig {
  readonly SVC_RATE_LIMIT: number;
  readonly SVC_PROJECT_RATE_LIMIT: number;
  readonly SVC_PUBLISHABLE_RATE_LIMIT: number;
  readonly SVC_RATE_LIMIT_WINDOW_SECONDS: number;
}

/** The limits of a configuration, in which 0 means no limit. */
export function toRateLimits(
  config: RateLimitConfig,
  createLimiter: (options: RateLimiterOptions) => RateLimiter,
): RateLimits {
  const windowSeconds = config.SVC_RATE_LIMIT_WINDOW_SECONDS;
  const limit = (name: string, points: number): RateLimit | undefined =>
    points === 0 ? undefined : { points, windowSeconds, limiter: createLimiter({ name, points, windowSeconds }) };
  return {
    key: limit('rest', config.SVC_RATE_LIMIT),
    publishable: limit('rest-publishable', config.SVC_PUBLISHABLE_RATE_LIMIT),
    project: limit('rest-project', config.SVC_PROJECT_RATE_LIMIT),
  };
}

/**
 * Consumes one point of a window and announces the rest in the answer, if there is one: in `RateLimit` and `RateLimit-Policy`, which
 * name each limit, and in the older `RateLimit-Limit`, `-Remaining` and `-Reset`, which describe the limit that is
 * closest to its end.
 *
 * @throws ServiceError rate_limited, with the seconds to wait.
 */
export async function consumeRateLimit(
  name: keyof RateLimits,
  limit: RateLimit,
  id: string,
  reply?: FastifyReply,
): Promise<void> {
  const { allowed, remaining, resetSeconds } = await limit.limiter.consume(id);
  if (reply) announce(name, limit, { remaining, resetSeconds }, reply);
  if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
}

function announce(
  name: keyof RateLimits,
  { points, windowSeconds }: RateLimit,
  { remaining, resetSeconds }: { readonly remaining: number; readonly resetSeconds: number },
  reply: FastifyReply,
): void {
  void reply.headers({
    'ratelimit-policy': appendMember(reply, 'ratelimit-policy', `"${name}";q=${points};w=${windowSeconds}`),
    ratelimit: appendMember(reply, 'ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`),
  });
  const tightest = reply.getHeader('ratelimit-remaining');
  if (tightest === undefined || remaining < Number(tightest)) {
    void reply.headers({
      'ratelimit-limit': String(points),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    });
  }
}

/** Appends a member to a header that is a list. */
function appendMember(reply: FastifyReply, header: string, member: string): string {
  const known = reply.getHeader(header);
  return known === undefined ? member : `${String(known)}, ${member}`;
}
