import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey, hashSecret } from '@svc/auth';
import type { Membership, Organization } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { AccountAttempts } from '../../audit/account-attempts.js';
import { SecondFactorService } from '../../workspace/second-factor/second-factor.service.js';
import { PendingLoginsRepository, type AttemptedLogin } from './pending-logins.repository.js';
import { SessionsService, type SessionHolder } from './sessions.service.js';

/** The time for which a login waits for the second factor. */
export const PENDING_LOGIN_S = 300;

/** The request that signs in. */
export type SignInOrigin = Pick<SessionHolder, 'source' | 'client'>;

/** An open session, or the token of a login that needs a code. */
export type SignIn =
  | { readonly membership: Membership; readonly secret: string; readonly pendingToken?: undefined }
  | { readonly pendingToken: string };

/** The last steps of a login, however the user has proved their identity: the second factor, then the session. */
@Injectable()
export class SignInService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly secondFactors: SecondFactorService,
    private readonly pending: PendingLoginsRepository,
    private readonly refused: AccountAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a session, unless the user has to give a code first: after a password whenever an authenticator is enrolled, after a
   * provider, which may have asked for its own, only where the organization requires it.
   */
  async begin(
    membership: Membership & { readonly organization: Organization },
    method: 'password' | 'provider',
    origin: SignInOrigin,
  ): Promise<SignIn> {
    const isAsked = method === 'password' || membership.organization.secondFactorRequired;
    if (isAsked && (await this.secondFactors.isEnrolled(membership.userId))) {
      return { pendingToken: await this.#wait(membership.id) };
    }
    return { membership, secret: await this.sessions.openBrowser({ membershipId: membership.id, ...origin }) };
  }

  /** @throws ServiceError unauthenticated for a login that is over or a wrong code; rate_limited. */
  async finish(pendingToken: string, code: string, origin: SignInOrigin) {
    const tokenSha256 = hashSecret(pendingToken);
    const login = await this.pending.attempt(tokenSha256, new Date(this.clock()));
    if (!login) throw new ServiceError('unauthenticated', { message: 'The login has expired. Sign in again.' });
    await this.#check(login, code, origin);
    if (!(await this.pending.delete(tokenSha256))) throw new ServiceError('unauthenticated');
    const { membership } = login;
    const holder = { membershipId: membership.id, ...origin, hasSecondFactor: true };
    return { membership, secret: await this.sessions.openBrowser(holder) };
  }

  async #check({ membership: { user } }: AttemptedLogin, code: string, { source }: SignInOrigin): Promise<void> {
    try {
      if (await this.secondFactors.verify(user.id, code)) return;
      throw new ServiceError('unauthenticated', { message: 'The code is wrong or was used before.' });
    } catch (error) {
      this.refused.note(user.email, source, error);
      throw error;
    }
  }

  async #wait(membershipId: string): Promise<string> {
    const { secret, sha256: tokenSha256 } = generateApiKey('login');
    const now = this.clock();
    const expiresAt = new Date(now + PENDING_LOGIN_S * 1000);
    await this.pending.insert({ tokenSha256, membershipId, expiresAt }, new Date(now));
    return secret;
  }
}
