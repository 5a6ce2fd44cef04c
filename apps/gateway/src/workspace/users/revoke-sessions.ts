import { KEY_REVOKED_CHANNEL } from '@svc/auth';
import type { PubSub } from '@svc/cache';
import type { Prisma, Transaction } from '@svc/relational';

/**
 * Revokes sessions and returns their IDs, which `announceRevocations` takes once the transaction is done. Authorization codes of the same
 * memberships end as well, because each would become a session.
 */
export async function revokeSessions(
  { authorizationCode, session }: Transaction,
  where: Prisma.SessionWhereInput,
  at: Date,
): Promise<string[]> {
  const revoked = await session.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: at },
    select: { id: true },
  });
  if (where.membership)
    await authorizationCode.deleteMany({ where: { membership: where.membership, sessionId: null } });
  return revoked.map(({ id }) => id);
}

/** Makes all processes forget credentials. After the change is stored, so that a listener that reads again sees it. */
export async function announceRevocations(pubSub: PubSub, ids: readonly string[]): Promise<void> {
  for (const id of ids) await pubSub.publish(KEY_REVOKED_CHANNEL, id);
}
