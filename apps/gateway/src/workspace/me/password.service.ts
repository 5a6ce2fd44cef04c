import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { CallContext, MePasswordSetRequest } from '@svc/contract';
import { ServiceError, invalidField, notFound } from '@svc/errors';
import type { Relational, User } from '@svc/relational';
import { CLOCK, PUB_SUB, RELATIONAL, type Clock } from '@svc/service';
import { requireSignedIn } from '../members/administer.js';
import { hashPassword, verifyPassword } from '../users/password.js';
import { announceRevocations, revokeSessions } from '../users/revoke-sessions.js';
import { SignInLimits } from '../users/sign-in-limits.js';
import { UsersRepository } from '../users/users.repository.js';

@Injectable()
export class PasswordService {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: SignInLimits,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Replaces the password and ends every session except the one that asks. */
  async change(context: CallContext, { currentPassword, newPassword }: MePasswordSetRequest): Promise<void> {
    const user = await this.require(context, 'current_password', currentPassword);
    const passwordHash = await hashPassword(newPassword);
    const ended = await this.relational.client.$transaction(async (transaction) => {
      // Of two changes at once, the second one no longer knows the current password.
      const where = { id: user.id, passwordHash: user.passwordHash };
      const { count } = await transaction.user.updateMany({ where, data: { passwordHash } });
      if (count === 0) throw new ServiceError('state_conflict', { message: 'The password has just been changed.' });
      const others = { membership: { userId: user.id }, NOT: { id: context.credentialId } };
      return revokeSessions(transaction, others, new Date(this.clock()));
    });
    await announceRevocations(this.pubSub, ended);
  }

  /**
   * The signed-in user, who proves to know the password.
   *
   * @throws ServiceError permission_denied for an API key; state_conflict for an account without a password; rate_limited;
   *   invalid_request for a wrong password, which names the field of the request.
   */
  async require(context: CallContext, field: string, password: string): Promise<User> {
    requireSignedIn(context);
    const user = await this.users.find(context.userId);
    if (!user) throw notFound();
    if (user.passwordHash === null) {
      throw new ServiceError('state_conflict', { message: 'The account has no password.' });
    }
    const attempt = { email: user.email, ip: context.sourceAddress };
    await this.limits.consume(attempt);
    if (!(await verifyPassword(user.passwordHash, password))) {
      throw invalidField(field, 'is wrong');
    }
    await this.limits.succeed(attempt, user.id);
    return user;
  }
}
