import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import type { RateLimiter } from '@svc/cache';
import { ServiceError } from '@svc/errors';
import type { Membership } from '@svc/relational';
import { RATE_LIMITERS, type RateLimiters } from '@svc/service';
import { MembershipsRepository } from '../../workspace/members/memberships.repository.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { PASSWORD_MAX_LENGTH, verifyPassword } from '../../workspace/users/password.js';
import { UsersRepository } from '../../workspace/users/users.repository.js';

/** Attempts in a quarter of an hour: for one account from one address, for one account, from one address. */
const WINDOW_SECONDS = 900;
const ATTEMPTS = { pair: 10, account: 50, address: 200 } as const;

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  /** Source address. */
  readonly ip: string;
}

@Injectable()
export class LoginService {
  readonly #limiters: Readonly<Record<keyof typeof ATTEMPTS, RateLimiter>>;

  constructor(
    private readonly users: UsersRepository,
    private readonly memberships: MembershipsRepository,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
  ) {
    const limiter = (name: keyof typeof ATTEMPTS): RateLimiter =>
      rateLimiters({ name: `login-${name}`, points: ATTEMPTS[name], windowSeconds: WINDOW_SECONDS });
    this.#limiters = { pair: limiter('pair'), account: limiter('account'), address: limiter('address') };
  }

  /**
   * The membership a user signs in to: the oldest. Unknown users, users without a password or an organization and wrong passwords
   * get the same answer, after the same work.
   *
   * @throws ServiceError rate_limited before the password is looked at; unauthenticated.
   */
  async login({ email, password, ip }: LoginAttempt): Promise<Membership> {
    const address = normalizeEmail(email);
    await this.#throttle(address ?? '', ip);
    const user = address === undefined ? null : await this.users.findByEmail(address);
    const candidate = password.length > PASSWORD_MAX_LENGTH ? '' : password;
    const isRight = await verifyPassword(user?.passwordHash, candidate);
    const membership = user && (await this.memberships.findFirst(user.id));
    if (!isRight || !membership) {
      throw new ServiceError('unauthenticated', { message: 'The e-mail address or the password is wrong.' });
    }
    return membership;
  }

  async #throttle(email: string, ip: string): Promise<void> {
    // Addresses are not stored in the cache.
    const account = hashSecret(email).toString('base64url');
    const decisions = await Promise.all([
      this.#limiters.pair.consume(`${account} ${ip}`),
      this.#limiters.account.consume(account),
      this.#limiters.address.consume(ip),
    ]);
    const waits = decisions.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
    if (waits.length > 0) throw new ServiceError('rate_limited', { retryAfterSeconds: Math.max(...waits) });
  }
}
