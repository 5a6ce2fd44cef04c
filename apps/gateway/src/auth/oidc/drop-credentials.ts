import type { Transaction } from '@svc/relational';
import { deleteSecondFactor } from '../../workspace/second-factor/second-factor.repository.js';
import { revokeSessions } from '../../workspace/users/revoke-sessions.js';

/**
 * Ends everything that opens an account or acts for its user: the password, the second factor, sessions, API keys, clients that wait for
 * approval, and pending invitations of the user.
 *
 * @returns the IDs of the sessions and keys, for `announceRevocations`.
 */
export async function dropCredentials(transaction: Transaction, userId: string, now: Date): Promise<string[]> {
  const ofUser = { membership: { userId } };
  const sessions = await revokeSessions(transaction, ofUser, now);
  const keys = await transaction.apiKey.updateManyAndReturn({
    where: { ...ofUser, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true },
  });
  await transaction.deviceAuthorization.deleteMany({ where: ofUser });
  await transaction.invitation.updateMany({
    where: { inviterUserId: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
  await deleteSecondFactor(transaction, userId);
  await transaction.pendingLogin.deleteMany({ where: ofUser });
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.user.update({ where: { id: userId }, data: { passwordHash: null } });
  return [...sessions, ...keys.map(({ id }) => id)];
}
