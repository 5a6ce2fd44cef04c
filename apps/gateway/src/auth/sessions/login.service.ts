import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import { AccountAttempts } from '../../audit/account-attempts.js';
import type { AuditSource } from '../../audit/audit-source.js';
import { MembershipsRepository, type OrganizationMembership } from '../../workspace/members/memberships.repository.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { PASSWORD_MAX_LENGTH, verifyPassword } from '../../workspace/users/password.js';
import { SignInLimits } from '../../workspace/users/sign-in-limits.js';
import { SINGLE_SIGN_ON } from '../../workspace/users/single-sign-on.js';
import { UsersRepository } from '../../workspace/users/users.repository.js';

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly source: AuditSource;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersRepository,
    private readonly memberships: MembershipsRepository,
    private readonly limits: SignInLimits,
    private readonly refused: AccountAttempts,
    @Inject(SINGLE_SIGN_ON) private readonly hasSingleSignOn: boolean,
  ) {}

  /**
   * The membership a user signs in to: the oldest. Unknown users, users without a password or an organization and wrong passwords
   * get the same answer, after the same work.
   *
   * @throws ServiceError rate_limited before the password is looked at; unauthenticated; permission_denied with the right password
   *   where the organization requires single sign-on.
   */
  async login({ email, password, source }: LoginAttempt): Promise<OrganizationMembership> {
    const attempt = { email: normalizeEmail(email) ?? '', ip: source.sourceAddress };
    try {
      await this.limits.consume(attempt);
      return await this.#check(attempt, password);
    } catch (error) {
      this.refused.note(attempt.email, source, error);
      throw error;
    }
  }

  async #check(
    attempt: { readonly email: string; readonly ip: string },
    password: string,
  ): Promise<OrganizationMembership> {
    const user = await this.users.findByEmail(attempt.email);
    const candidate = password.length > PASSWORD_MAX_LENGTH ? '' : password;
    const isRight = await verifyPassword(user?.passwordHash, candidate);
    const membership = await this.memberships.findFirst(user?.id ?? NOBODY);
    if (!user || !isRight || !membership) {
      throw new ServiceError('unauthenticated', { message: 'The e-mail address or the password is wrong.' });
    }
    await this.limits.succeed(attempt, user.id);
    if (membership.organization.ssoOnly && this.hasSingleSignOn) {
      throw new ServiceError('permission_denied', { message: 'Your organization requires single sign-on.' });
    }
    return membership;
  }
}

/** An ID that no user has, so that an unknown address costs the same queries. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
