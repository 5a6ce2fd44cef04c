import { Inject, Injectable } from '@nestjs/common';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import { RATE_LIMITERS, type RateLimiters } from '@svc/runtime';

/**
 * Invitations of one organization: enough for a company that invites everybody in a morning. Each may send a mail to an address of the
 * caller's choice.
 */
const OF_ORGANIZATION = { name: 'invitations-organization', points: 200, windowSeconds: 3600 };
/** Invitations of one address, by all organizations together, revoked ones included. */
const OF_ADDRESS = { name: 'invitations-address', points: 5, windowSeconds: 24 * 3600 };

/** Limits on invitations, so that nobody can send mail without end through the service. */
@Injectable()
export class InvitationLimits {
  readonly #ofOrganization: RateLimiter;
  readonly #ofAddress: RateLimiter;

  constructor(@Inject(RATE_LIMITERS) rateLimiters: RateLimiters) {
    this.#ofOrganization = rateLimiters(OF_ORGANIZATION);
    this.#ofAddress = rateLimiters(OF_ADDRESS);
  }

  /** @throws ServiceError rate_limited, with the seconds until the next window. */
  async consume(organizationId: string, address: string): Promise<void> {
    await consumeRateLimit(this.#ofOrganization, organizationId);
    await consumeRateLimit(this.#ofAddress, address);
  }
}
