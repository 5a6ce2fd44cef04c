import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { CallContext, MePasswordSetRequest } from '@svc/contract';
import type { Relational } from '@svc/relational';
import { CLOCK, PUB_SUB, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { PasswordProof } from '../users/password-proof.js';
import { hashNewPassword } from '../users/password.js';
import { announceRevocations, revokeSessions } from '../users/revoke-sessions.js';

@Injectable()
export class PasswordService {
  constructor(
    private readonly proof: PasswordProof,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Replaces the password and ends every session except the one that asks. */
  async change(context: CallContext, { currentPassword, newPassword }: MePasswordSetRequest): Promise<void> {
    const user = await this.proof.require(context, 'current_password', currentPassword);
    const passwordHash = await hashNewPassword(newPassword, 'new_password');
    const ended = await this.relational.client.$transaction(async (transaction) => {
      // The condition lets only one of two concurrent changes succeed: for the other one, the current password is no
      // longer right.
      const where = { id: user.id, passwordHash: user.passwordHash };
      const { count } = await transaction.user.updateMany({ where, data: { passwordHash } });
      if (count === 0) throw new ServiceError('state_conflict', { message: 'The password has just been changed.' });
      const others = { membership: { userId: user.id }, NOT: { id: context.credentialId } };
      return revokeSessions(transaction, others, new Date(this.clock()));
    });
    await announceRevocations(this.pubSub, ended);
  }
}
