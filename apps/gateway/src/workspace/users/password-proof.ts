import { Injectable } from '@nestjs/common';
import type { CallContext } from '@svc/contract';
import type { User } from '@svc/relational';
import { ServiceError, invalidField, requireFound } from '@svc/service-error';
import { verifyPassword } from './password.js';
import { SignInLimits } from './sign-in-limits.js';
import { requireSignedIn } from './signed-in.js';
import { UsersRepository } from './users.repository.js';

/** Asks a signed-in user for the password again, before a change that outlives the session. */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: SignInLimits,
  ) {}

  /**
   * The signed-in user, who proves to know the password.
   *
   * @throws ServiceError permission_denied for an API key; state_conflict for an account without a password; rate_limited;
   *   invalid_request for a wrong password, which names the field of the request.
   */
  async require(context: CallContext, field: string, password: string): Promise<User> {
    requireSignedIn(context);
    const user = requireFound(await this.users.find(context.userId));
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
