import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import type { RateLimiter } from '@svc/cache';
import { RATE_LIMITERS, type RateLimiters } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { toNetwork } from './network.js';
import { SignInAddressesRepository } from './sign-in-addresses.repository.js';

/** Attempts in a quarter of an hour: for one account from one network, for one network, and for one account from all networks. */
const LIMITS = {
  pair: { points: 10, windowSeconds: 900 },
  network: { points: 200, windowSeconds: 900 },
  account: { points: 50, windowSeconds: 900 },
  /** Once the account's attempts are used up, networks that are not known share one attempt in ten seconds. */
  slow: { points: 1, windowSeconds: 10 },
} as const;

/** An attempt to prove who someone is, by a password or a code. */
export interface SignInAttempt {
  /** Address of the account, as normalizeEmail has it; empty for text that is not an address. */
  readonly email: string;
  /** Source address of the request. */
  readonly ip: string;
}

/**
 * Limits guesses at passwords wherever a password is entered. A stranger exhausts only the attempts of their own
 * network; many strangers slow the account down for networks from which its user has never signed in, but they cannot
 * lock the user out.
 */
@Injectable()
export class SignInLimits {
  readonly #limiters: Readonly<Record<keyof typeof LIMITS, RateLimiter>>;

  constructor(
    private readonly addresses: SignInAddressesRepository,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
  ) {
    const limiter = (name: keyof typeof LIMITS): RateLimiter =>
      rateLimiters({ name: `sign-in-${name}`, ...LIMITS[name] });
    this.#limiters = {
      pair: limiter('pair'),
      network: limiter('network'),
      account: limiter('account'),
      slow: limiter('slow'),
    };
  }

  /** @throws ServiceError rate_limited, with the seconds to wait; a refused attempt does not count for the later limits. */
  async consume({ email, ip }: SignInAttempt): Promise<void> {
    const account = toAccountKey(email);
    const network = toNetwork(ip);
    await this.#consume('pair', `${account} ${network}`);
    await this.#consume('network', network);
    const { allowed } = await this.#limiters.account.consume(account);
    if (!allowed && !(await this.addresses.isKnown(email, network))) await this.#consume('slow', account);
  }

  /** Forgets the failures of an account once its user has signed in, and remembers the network. */
  async succeed({ email, ip }: SignInAttempt, userId: string): Promise<void> {
    const account = toAccountKey(email);
    const network = toNetwork(ip);
    await Promise.all([
      this.#limiters.pair.reset(`${account} ${network}`),
      this.#limiters.account.reset(account),
      this.addresses.remember(userId, network),
    ]);
  }

  async #consume(name: keyof typeof LIMITS, key: string): Promise<void> {
    const { allowed, resetSeconds } = await this.#limiters[name].consume(key);
    if (!allowed) throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds });
  }
}

/** Addresses of users are not stored in the cache. */
function toAccountKey(email: string): string {
  return hashSecret(email).toString('base64url');
}
